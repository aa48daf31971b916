import { randomUUID } from 'node:crypto';
import { readConfig } from '@mneme/platform/config';
import { Metrics } from '@mneme/platform/observability';
import { Broadcast, RedisConnections } from '@mneme/platform/redis';
import { eventually } from '../../support/eventually.js';
import { FaultyProxy } from '../../support/faults/faulty-proxy.js';

const TOPIC = 'news';

const url = process.env['TEST_REDIS_URL'];

/** Two processes on one Redis: one tells, and its way to Redis can be cut; the other hears and is never cut off. */
(url === undefined ? describe.skip : describe)('messages to all processes', () => {
  let proxy: FaultyProxy;
  let connections: RedisConnections[];
  let teller: Broadcast;
  let broadcasts: Broadcast[];
  let heard: string[];
  let gaps: number;

  const broadcastOn = (redis: string, prefix: string): Broadcast => {
    const config = readConfig({ env: { REDIS_URL: redis, REDIS_PREFIX: prefix }, terminal: false });
    const own = new RedisConnections(config, new Metrics());
    connections.push(own);
    return new Broadcast(own);
  };

  beforeEach(async () => {
    const prefix = `mneme-test-${randomUUID()}`;
    proxy = await FaultyProxy.before(url!);
    connections = [];
    [heard, gaps] = [[], 0];
    teller = broadcastOn(proxy.url, prefix);
    const hearer = broadcastOn(url!, prefix);
    hearer.listen(TOPIC, { onMessage: (message) => heard.push(message), onGap: () => (gaps += 1) });
    broadcasts = [teller, hearer];
    for (const each of broadcasts) await each.onApplicationBootstrap();
    await eventually(() => Promise.resolve(expect(gaps).toBe(1)));
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    for (const each of broadcasts) await each.onApplicationShutdown();
    for (const each of connections) each.onApplicationShutdown();
    await proxy.close();
  });

  /** Until then the driver counts a message as under way, and sends it anew by itself. */
  const cutOff = async (): Promise<void> => {
    await proxy.begin('stopped');
    await eventually(() => Promise.resolve(expect(connections[0]?.shared('publish')?.status).not.toBe('ready')));
  };
  const hears = (...messages: string[]): Promise<void> =>
    eventually(() => Promise.resolve(expect(heard).toEqual(messages)), 1_000);

  it('are heard once Redis is reached again, where it was away for a moment from who tells them alone', async () => {
    await teller.publish(TOPIC, 'first');
    await hears('first');
    await cutOff();
    for (const message of ['second', 'third', 'second']) await teller.publish(TOPIC, message);
    expect(heard).toEqual(['first']);
    await proxy.heal();
    await hears('first', 'third', 'second');
    await cutOff();
    await proxy.heal();
    await eventually(() => teller.check());
    await teller.publish(TOPIC, 'last');
    await hears('first', 'third', 'second', 'last');
    expect(gaps).toBe(1);
  });

  it('are not kept longer than the ten seconds after which everybody has looked anew', async () => {
    await cutOff();
    await teller.publish(TOPIC, 'old news');
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
    await proxy.heal();
    await eventually(() => teller.check());
    await teller.publish(TOPIC, 'news');
    await hears('news');
  });
});
