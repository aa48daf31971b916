import { randomUUID } from 'node:crypto';
import { readConfig } from '@mneme/platform/config';
import { HealthDegradations, Metrics } from '@mneme/platform/observability';
import { RedisConnections } from '@mneme/platform/redis';
import type { TokenBucket } from '@mneme/usage';
import { SharedRateLimitStore } from '../../../libs/usage/rate-limits/shared.rate-limit-store.js';
import { eventually } from '../../support/eventually.js';

const HOUR_MS = 3_600_000;

const url = process.env['TEST_REDIS_URL'];

/** Somebody has put this machine's clock right since the process began: the system time steps, spans of time do not. */
(url === undefined ? describe.skip : describe).each([
  ['ahead', HOUR_MS],
  ['back', -HOUR_MS],
])('rate limits of Redis and of this process, when the clock has been set %s', (_, step) => {
  let connections: RedisConnections;
  let store: SharedRateLimitStore;
  let bucket: TokenBucket;

  beforeEach(async () => {
    const config = readConfig({
      env: { REDIS_URL: url!, REDIS_PREFIX: `mneme-test-${randomUUID()}` },
      terminal: false,
    });
    const metrics = new Metrics();
    connections = new RedisConnections(config, metrics);
    store = new SharedRateLimitStore(connections, metrics, new HealthDegradations(metrics));
    const redis = connections.shared('limits');
    await eventually(() => Promise.resolve(expect(redis?.status).toBe('ready')));
    bucket = { owner: `address:${randomUUID()}`, capacity: 2, intervalMicros: 60_000_000 };
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + step);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    connections.onApplicationShutdown();
  });

  it('stand in this process as they stand in Redis', async () => {
    expect(await store.take({ bucket })).toMatchObject({ allowed: true, remaining: 1 });
    const standing = store.peek(bucket);
    expect(standing).toMatchObject({ allowed: true, remaining: 1 });
    const wholeAgain = (standing.fullAtMs - Date.now()) / 1_000;
    expect([wholeAgain > 50, wholeAgain <= 60]).toEqual([true, true]);
  });

  it('are no new ones when Redis goes', async () => {
    for (let i = 0; i < 2; i++) await store.take({ bucket });
    connections.onApplicationShutdown();
    expect(await store.take({ bucket })).toMatchObject({ allowed: false, remaining: 0, refusedBy: 'bucket' });
  });
});
