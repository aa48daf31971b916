import type { Embedder } from '../../../libs/retrieval/embedding/embedder.js';

export interface OpenEmbedder {
  readonly embedder: Embedder;
  close(): Promise<void>;
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return Array.from(a ?? []).reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);
}

const TEXTS = [
  '',
  ' ',
  '😀👍🏽',
  '我昨天去了北京',
  'a'.repeat(10_000),
  'the dog sleeps on the mat',
  'the dog sleeps',
  'rates rose',
];

/** What every Embedder does. `open` gives one that is not yet loaded. */
export function embedderContract(name: string, open: () => Promise<OpenEmbedder>): void {
  describe(`Embedder: ${name}`, () => {
    let opened: OpenEmbedder;
    let embedder: Embedder;

    beforeAll(async () => {
      opened = await open();
      embedder = opened.embedder;
    });
    afterAll(() => opened.close());

    it('has no model before it is loaded, and then one with a name of its own and its dimensions', async () => {
      expect(() => embedder.model).toThrow('before load()');
      await embedder.load();
      expect(embedder.model.id).toMatch(/^.+@\w+-\d+$/);
      expect(embedder.model.dimensions).toBeGreaterThan(0);
      const { id } = embedder.model;
      await embedder.load();
      expect(embedder.model.id).toBe(id);
    });

    it('gives vectors of unit length for any text, in the order of the texts, the same in any batch', async () => {
      const vectors = await embedder.embed(TEXTS);
      expect(vectors).toHaveLength(TEXTS.length);
      for (const vector of vectors) {
        expect(vector).toHaveLength(embedder.model.dimensions);
        expect(cosine(vector, vector)).toBeCloseTo(1, 4);
      }
      const reversed = (await embedder.embed(TEXTS.toReversed())).toReversed();
      vectors.forEach((vector, i) => {
        expect(cosine(vector, reversed[i])).toBeGreaterThan(0.99);
      });
      expect(cosine(vectors[5], vectors[6])).toBeGreaterThan(cosine(vectors[5], vectors[7]) + 0.2);
      expect(await embedder.embed([])).toEqual([]);
    });

    it('embeds a query as it embeds a document, and remembers it', async () => {
      const [document] = await embedder.embed(['the dog sleeps']);
      const query = await embedder.embedQuery('the dog sleeps');
      expect(cosine(query, document)).toBeGreaterThan(0.99);
      expect(await embedder.embedQuery('the dog sleeps')).toBe(query);
    });

    it('answers many callers at once, each with its own', async () => {
      const texts = Array.from({ length: 300 }, (_, i) => `caller number ${i} speaks`);
      const [one, all] = await Promise.all([
        Promise.all(texts.map((text) => embedder.embedQuery(text))),
        embedder.embed(texts),
      ]);
      one.forEach((vector, i) => {
        expect(cosine(vector, all[i])).toBeGreaterThan(0.99);
      });
    });
  });
}
