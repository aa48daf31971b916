import { QdrantDouble } from './qdrant-double/qdrant-double.js';
import type { TestDatabase } from '../database/test-database.js';

export interface TestQdrant {
  readonly url: string;
  /** Removes all collections whose names begin so; the double is gone as a whole. */
  drop(collection: string): Promise<void>;
}

/** The Qdrant of TEST_QDRANT_URL, or a double in this process. */
export async function openTestQdrant(): Promise<TestQdrant> {
  const url = process.env['TEST_QDRANT_URL'];
  if (url !== undefined) return { url, drop: (collection) => dropCollections(url, collection) };
  return startDouble();
}

export async function startDouble(): Promise<TestQdrant> {
  const double = await QdrantDouble.start();
  return { url: double.url, drop: () => double.stop() };
}

/** Variables of a service on this database that say where its vectors are: in TEST_QDRANT_URL, else pgvector, else in a double. */
export async function testVectors({
  name,
  pgvector,
}: TestDatabase): Promise<{ env: Record<string, string>; drop: () => Promise<void> }> {
  if (pgvector && process.env['TEST_QDRANT_URL'] === undefined) return { env: {}, drop: () => Promise.resolve() };
  const qdrant = await openTestQdrant();
  return { env: { QDRANT_URL: qdrant.url, QDRANT_COLLECTION: name }, drop: () => qdrant.drop(name) };
}

async function dropCollections(url: string, prefix: string): Promise<void> {
  const response = await fetch(new URL('/collections', url));
  const { result } = (await response.json()) as { result: { collections: { name: string }[] } };
  for (const { name } of result.collections.filter((each) => each.name.startsWith(`${prefix}-`))) {
    await fetch(new URL(`/collections/${encodeURIComponent(name)}`, url), { method: 'DELETE' });
  }
}
