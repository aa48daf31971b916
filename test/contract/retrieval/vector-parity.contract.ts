import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import {
  type IndexedMemory,
  PgvectorStore,
  QdrantStore,
  type VectorFilter,
  type VectorHit,
  type VectorIndex,
} from '@mneme/retrieval';
import { TextWorkers } from '../../../libs/retrieval/embedding/text-workers.js';
import { TransformersEmbedder } from '../../../libs/retrieval/embedding/transformers.embedder.js';
import { analyzeDocument } from '../../../libs/retrieval/lexical/document-analysis.js';
import { queryWords } from '../../../libs/retrieval/lexical/query-words.js';
import { weighTerms } from '../../../libs/retrieval/lexical/weigh-terms.js';
import { generatedTexts } from '../../bench/data/generated-texts.js';
import { openEmbedded } from '../../support/database/open-database.js';
import { LoadedStore } from '../../support/vectors/loaded-store.js';
import { openTestQdrant } from '../../support/vectors/test-qdrant.js';

/**
 * Further down they may differ: where many memories have the same coverage, each index chooses which of them come, and of
 * 100 queries about six show another one at the places 11 to 20.
 */
const SHOWN = 10;
/** A difference of scores below which two memories may change places. */
const TIE = 1e-4;
const tenant = tenantId('parity');
/** Every text is of one of them. */
const USERS = 20;
const ONE_USER: VectorFilter = { attributes: [['user=7']] };
const memoriesHere = process.env['TEST_QDRANT_URL'] === undefined ? 1_000 : 5_000;

describe(`pgvector and Qdrant on ${memoriesHere} texts`, () => {
  const config = {
    embeddingModel: 'builtin-fast',
    modelsDir: tmpdir(),
    modelsRemote: false,
    embeddingThreads: 1,
  } as AppConfig;
  const embedder = new TransformersEmbedder('builtin-fast', config, new TextWorkers(config));
  const texts = generatedTexts(memoriesHere + 100);
  const close: (() => Promise<void>)[] = [];
  let indexes: VectorIndex[];
  /** Searches in memory what pgvector has in its tables. */
  let loaded: VectorIndex;

  beforeAll(async () => {
    await embedder.load();
    const { database, close: closeDatabase } = await openEmbedded();
    const qdrant = await openTestQdrant();
    const collection = `parity_${randomBytes(6).toString('hex')}`;
    close.push(() => qdrant.drop(collection), closeDatabase);
    const tenantDb = new TenantDb(database.dataSource);
    const stores = [new PgvectorStore(tenantDb), new QdrantStore({ url: qdrant.url, apiKey: undefined, collection })];
    indexes = await Promise.all(stores.map((store) => store.open(embedder.model)));
    loaded = await new LoadedStore(new PgvectorStore(tenantDb)).open(embedder.model);
    for (let at = 0; at < memoriesHere; at += 250) {
      const memories = await toMemories(texts.slice(at, Math.min(at + 250, memoriesHere)));
      await Promise.all(indexes.map((index) => index.upsert(tenant, memories)));
    }
  }, 300_000);
  afterAll(async () => {
    for (const each of close) await each();
  });

  const toMemories = async (contents: readonly string[]): Promise<IndexedMemory[]> => {
    const vectors = await embedder.embed(contents);
    const createdAt = new Date('2026-01-01T00:00:00Z');
    const base = { version: 1, type: 'semantic', tags: [], createdAt, occurredAt: createdAt, expiresAt: null };
    return contents.map((content, i) => {
      const attributes = [`user=${i % USERS}`];
      const [part] = analyzeDocument({ content, tags: [], metadata: {}, createdAt });
      const vector = vectors[i] ?? new Float32Array();
      return {
        ...base,
        attributes,
        memoryId: randomUUID(),
        points: part === undefined ? [] : [{ ...part, passage: 0, vector }],
      };
    });
  };

  const search = async (
    index: VectorIndex,
    text: string,
    filter: VectorFilter = {},
  ): Promise<(VectorHit & { score: number })[]> => {
    const words = queryWords(text);
    const terms = words.map(({ term }) => term);
    const [points, frequencies] = [await index.countPoints(tenant), await index.termFrequencies(tenant, terms)];
    const { lexicalWeight, lexicalPower } = embedder.model;
    const query = {
      terms: weighTerms(words, { points, frequencies }),
      lexicalWeight,
      lexicalPower,
      filter,
      candidates: 50,
    };
    const hits = await index.search(tenant, { ...query, vector: await embedder.embedQuery(text) });
    return hits
      .map((hit) => ({ ...hit, score: hit.cosine + lexicalWeight * hit.coverage ** lexicalPower }))
      .slice(0, SHOWN);
  };

  it('pgvector answers from memory what it answers from its tables, to the last bit', async () => {
    const [tables] = indexes;
    for (const text of texts.slice(memoriesHere)) {
      for (const filter of [{}, ONE_USER]) {
        expect(await search(loaded, text, filter)).toEqual(await search(tables!, text, filter));
      }
    }
  }, 300_000);

  it.each([
    ['of all', {}],
    ['of one user', ONE_USER],
  ])(
    'show the same memories in the same order, %s',
    async (_, filter) => {
      for (const text of texts.slice(memoriesHere)) {
        const [one = [], two = []] = await Promise.all(indexes.map((index) => search(index, text, filter)));
        expect(two).toHaveLength(one.length);
        one.forEach((hit, i) => {
          const other = two[i];
          const difference = Math.abs(hit.score - (other?.score ?? NaN));
          const same = other?.memoryId === hit.memoryId;
          expect({ text, i, same: same || difference < TIE }).toEqual({ text, i, same: true });
          expect(difference).toBeLessThan(0.01);
        });
      }
    },
    300_000,
  );
});
