import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { MemoryRateLimitStore, RedisRateLimitStore } from '@mneme/usage';
import { Redis } from 'ioredis';
import { rateLimitStoreContract } from './rate-limit-store.contract-suite.js';

rateLimitStoreContract('in memory', () =>
  Promise.resolve({ store: new MemoryRateLimitStore(), close: () => Promise.resolve() }),
);

const url = process.env['TEST_REDIS_URL'];
if (url !== undefined) {
  rateLimitStoreContract('in Redis', async () => {
    const redis = new Redis(url, { enableOfflineQueue: false });
    const prefix = `mneme-test-${randomUUID()}`;
    const store = new RedisRateLimitStore(redis, (...parts) => [prefix, ...parts].join(':'));
    await once(redis, 'ready');
    const close = async (): Promise<void> => {
      await redis.quit();
    };
    return { store, close };
  });
}
