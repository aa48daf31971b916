import { Redis } from 'ioredis';
import { createTestDatabase } from '../../support/database/test-database.js';
import { testVectors } from '../../support/vectors/test-qdrant.js';
import type { Leftovers } from './leftovers.js';

/**
 * A database, a collection and a prefix of its own on the servers of TEST_DATABASE_URL, TEST_QDRANT_URL and TEST_REDIS_URL.
 * @returns variables of a service that keeps its memories there
 */
export async function durablePlace(leftovers: Leftovers): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  leftovers.add(() => database.drop());
  leftovers.add(() => removeKeys(database.env));
  const vectors = await testVectors(database);
  leftovers.add(() => vectors.drop());
  return { ...database.env, ...vectors.env };
}

/** Some keys would expire only after hours. */
async function removeKeys({ REDIS_URL: url, REDIS_PREFIX: prefix }: Readonly<Record<string, string>>): Promise<void> {
  if (url === undefined || prefix === undefined) return;
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}:*` }) as AsyncIterable<string[]>) {
      if (keys.length > 0) await redis.unlink(keys);
    }
  } finally {
    redis.disconnect();
  }
}
