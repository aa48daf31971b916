import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AppConfig } from '@mneme/platform/config';
import { locateModel } from '../text-models/model-location.js';
import { TextWorkers } from './text-workers.js';
import { TransformersEmbedder } from './transformers.embedder.js';

const miniLm = resolve('../shared/models/minilm-l6-w8');
const builtin = {
  embeddingModel: 'builtin-fast',
  modelsDir: tmpdir(),
  modelsRemote: false,
  modelsHubUrl: '',
  embeddingThreads: 1,
  embeddingQueryPrefix: undefined,
  embeddingPassagePrefix: undefined,
};
/** One for all tests, as for a process: see TextWorkers. */
const pool = new TextWorkers(builtin as AppConfig);

function embedder(changes: Partial<AppConfig> = {}): TransformersEmbedder {
  const config = { ...builtin, ...changes } as AppConfig;
  return new TransformersEmbedder(config.embeddingModel, config, pool);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

describe('TransformersEmbedder', () => {
  it('gives unit vectors for any text, the same in any batch', async () => {
    const model = embedder();
    await model.load();
    expect(model.model).toMatchObject({
      id: expect.stringMatching(/^builtin-fast@[0-9a-f]{8}-\d+$/),
      dimensions: 256,
      lexicalWeight: 0.8,
    });
    const texts = [
      '',
      '😀👍🏽',
      '我昨天去了北京',
      'a'.repeat(10_000),
      'She adopted a puppy',
      'A dog was taken in',
      'Interest rates rose',
    ];
    const vectors = await model.embed(texts);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 4);
    const [, , , , puppy, dog, rates] = vectors;
    expect(cosine(puppy!, dog!)).toBeGreaterThan(cosine(puppy!, rates!) + 0.2);
    expect(cosine((await model.embedQuery('She adopted a puppy'))!, puppy!)).toBeCloseTo(1, 4);
    expect(await model.embedQuery('She adopted a puppy')).toBe(await model.embedQuery('She adopted a puppy'));
  });

  it.each([
    [
      { embeddingModel: 'no-such-model' },
      /no-such-model cannot be loaded from \/.*no-such-model: there is no such folder\. Fix: use `builtin`/,
    ],
    [{ embeddingModel: 'Xenova/absent' }, /Xenova\/absent: there is no such folder\. Fix: .*MODELS_REMOTE=on/],
    [{ embeddingModel: '/nowhere/model' }, /\/nowhere\/model: there is no such folder\. Fix: copy the whole model/],
  ])('names the folder and the fix for %p', async (changes, message) => {
    await expect(embedder(changes).load()).rejects.toThrow(message);
  });

  it('names what is missing or broken in a model folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-model-'));
    try {
      await cp('models/builtin', folder, { recursive: true });
      await writeFile(join(folder, 'onnx', 'model_quantized.onnx'), 'not a model');
      await expect(embedder({ embeddingModel: folder }).load()).rejects.toThrow(`cannot be loaded from ${folder}: `);
      await rm(join(folder, 'tokenizer.json'));
      await expect(embedder({ embeddingModel: folder }).load()).rejects.toThrow('tokenizer.json missing');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('has no vector for a query, and an unlikely one for a passage, of which it does not know a word', async () => {
    const model = embedder();
    await model.load();
    for (const query of ['🎉', '땅콩', '过敏'.repeat(3), '𝔞'.repeat(128)]) {
      expect([query, await model.embedQuery(query)]).toEqual([query, undefined]);
    }
    const [party, pizza, same, known] = await model.embed(['🎉', '🍕', '🎉', 'a party']);
    expect(cosine(party!, same!)).toBeCloseTo(1, 5);
    expect(Math.abs(cosine(party!, pizza!))).toBeLessThan(0.3);
    expect(Math.abs(cosine(party!, known!))).toBeLessThan(0.3);
    expect(cosine((await model.embedQuery('dentist 🎉'))!, (await model.embedQuery('dentist'))!)).toBeCloseTo(1, 5);
  });

  it('puts the static and the contextual half into one vector of unit length', async () => {
    const [whole, fast] = [embedder({ embeddingModel: 'builtin' }), embedder()];
    await Promise.all([whole.load(), fast.load()]);
    expect(whole.model).toMatchObject({ dimensions: 640, leading: { dimensions: 256, lexicalWeight: 0.8 } });
    const text = 'She may not be given penicillin';
    const [both, alone] = [(await whole.embed([text]))[0]!, (await fast.embed([text]))[0]!];
    expect(cosine(both, both)).toBeCloseTo(1, 4);
    const part = both.slice(0, 256).map((value) => value / Math.sqrt(0.48));
    expect(cosine(part, alone)).toBeCloseTo(1, 4);
    expect((await whole.first!.embed([text]))[0]).toEqual(alone);
    const question = (await whole.embedQuery('which antibiotic must I not get?'))!;
    const [other] = await whole.embed(['The kettle stands in the kitchen']);
    expect(cosine(question, both)).toBeGreaterThan(cosine(question, other!) + 0.1);
  });

  it('names the second half where the built-in model lacks it', async () => {
    const root = await mkdtemp(join(tmpdir(), 'mneme-model-'));
    try {
      const folder = join(root, 'models', 'builtin');
      const isSecond = (file: string): boolean => file.endsWith('sentence_quantized.onnx');
      await cp('models/builtin', folder, { recursive: true, filter: (file) => !isSecond(file) });
      expect(() => locateModel('builtin', builtin, root)).toThrow(`${folder}: onnx/sentence_quantized.onnx missing`);
      expect(locateModel('builtin-fast', builtin, root)).toMatchObject({ second: undefined });
    } finally {
      await rm(root, { recursive: true });
    }
  });

  (existsSync(miniLm) ? it : it.skip)('runs another model from its folder', async () => {
    const model = embedder({ embeddingModel: miniLm });
    await model.load();
    expect(model.model).toMatchObject({ dimensions: 384, lexicalWeight: 1.3 });
  });
});
