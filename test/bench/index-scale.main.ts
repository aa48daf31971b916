import { randomBytes } from 'node:crypto';
import { QdrantStore, type IndexedMemory, type VectorIndex } from '@mneme/retrieval';
import { openTestQdrant } from '../support/vectors/test-qdrant.js';
import { newTenant, randomNumbers, sampleMemory, sampleModel } from '../support/vectors/vector-samples.js';
import { drive, figuresOf } from './data/sample.js';

const DIMENSIONS = 256;
const VOCABULARY = 8_000;
const BATCH = 200;
const SEARCHES = 200;

/**
 * How a search in Qdrant grows with a tenant: `node dist-test/test/bench/index-scale.main.js 2000,200000`. Random vectors, so
 * that no graph finds an easy way, and terms as frequent as words are. The sizes take turns, three times each.
 */
async function main(): Promise<void> {
  const sizes = (process.argv[2] ?? '2000,200000').split(',').map(Number);
  const qdrant = await openTestQdrant();
  const collection = `scale_${randomBytes(6).toString('hex')}`;
  const store = new QdrantStore({ url: qdrant.url, apiKey: undefined, collection });
  const index = await store.open({ ...sampleModel, dimensions: DIMENSIONS });
  try {
    const tenants = sizes.map((size) => ({ size, tenant: newTenant() }));
    for (const { size, tenant } of tenants) {
      const started = performance.now();
      for (let at = 0; at < size; at += BATCH) await index.upsert(tenant, memories(at, Math.min(BATCH, size - at)));
      console.log(`${size} memories written, ${Math.round(size / ((performance.now() - started) / 1_000))} a second`);
    }
    await settle(qdrant.url, collection);
    for (let round = 0; round < 3; round++) {
      for (const { size, tenant } of tenants) {
        const { p50, p95 } = figuresOf(await drive(queries(round), 1, (query) => index.search(tenant, query)));
        console.log(`${size} memories: search p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
      }
    }
  } finally {
    await qdrant.drop(collection);
  }
}

function memories(seed: number, count: number): IndexedMemory[] {
  const random = randomNumbers(seed + 1);
  return Array.from({ length: count }, () => {
    const terms = Int32Array.from(new Set(Array.from({ length: 20 }, () => term(random))));
    return sampleMemory({ points: [{ passage: 0, start: 0, end: 100, vector: vector(random), terms }] });
  });
}

function queries(seed: number): Parameters<VectorIndex['search']>[1][] {
  const random = randomNumbers(seed + 7_777);
  return Array.from({ length: SEARCHES }, () => ({
    vector: vector(random),
    terms: [...new Set(Array.from({ length: 6 }, () => term(random)))].map((id) => ({
      term: id,
      weight: 1 + random(),
      frequency: 1,
    })),
    lexicalWeight: 0.6,
    lexicalPower: 2,
    filter: {},
    candidates: 50,
  }));
}

/** The n-th most frequent word, as often as in texts. */
function term(random: () => number): number {
  return Math.floor(VOCABULARY ** random());
}

function vector(random: () => number): Float32Array {
  const values = Float32Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

/** Until Qdrant has built the graphs of the one collection whose name begins so: others may be written to for ever. */
async function settle(url: string, prefix: string): Promise<void> {
  const started = performance.now();
  const { collections } = await asked<{ collections: { name: string }[] }>(new URL('/collections', url));
  const { name } = collections.find((each) => each.name.startsWith(`${prefix}-`)) ?? { name: prefix };
  const collection = new URL(`/collections/${encodeURIComponent(name)}`, url);
  while ((await asked<{ status: string }>(collection)).status !== 'green') {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  console.log(`graphs built after another ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

async function asked<T>(url: URL): Promise<T> {
  return ((await (await fetch(url)).json()) as { result: T }).result;
}

await main();
