import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, type AppConfig } from '@mneme/platform/config';
import { JobQueue } from '@mneme/platform/jobs';
import { MetricsModule } from '@mneme/platform/observability';
import { RedisConnections, RedisModule } from '@mneme/platform/redis';
import { bullJobQueue, bullQueues } from '../../../libs/platform/jobs/bull-queues.js';
import { InProcessJobQueue } from '../../../libs/platform/jobs/in-process.job-queue.js';
import { eventually } from '../../support/eventually.js';
import { OwnRedis } from '../../support/database/own-redis.js';
import { JOB_NAMES, jobQueueContract, NOTES, type OpenQueue } from './job-queue.contract-suite.js';

const SERVER = process.env['TEST_REDIS_URL'];
let queues = 0;

interface OpenBull extends OpenQueue {
  connected(): Promise<void>;
}

jobQueueContract('in process', () => {
  const queue = new InProcessJobQueue();
  return Promise.resolve({ queue, close: () => queue.close() });
});

if (SERVER === undefined) {
  it('needs TEST_REDIS_URL for the queue on Redis', () => undefined);
} else {
  jobQueueContract('Bull on Redis', async () => {
    const opened = await openBull(SERVER);
    await opened.connected();
    return opened;
  });

  describe('the queue on Redis', () => {
    let redis: OwnRedis;
    let opened: OpenQueue | undefined;
    beforeEach(async () => {
      redis = await OwnRedis.onFreePort();
    });
    afterEach(async () => {
      await opened?.close();
      opened = undefined;
      await redis.stop();
    });

    it('takes calls at once while Redis is away, and works when it comes', async () => {
      opened = await openBull(redis.url);
      const { queue } = opened;
      const ran: string[] = [];
      queue.process(NOTES, ({ text }) => Promise.resolve(void ran.push(text)));
      const started = performance.now();
      for (let i = 0; i < 5_000; i++) queue.add(NOTES, { text: `lost ${i}` });
      // Takes far less; the rest is for a machine that does other things.
      expect(performance.now() - started).toBeLessThan(10_000);
      await redis.start();
      await eventually(() => {
        queue.add(NOTES, { text: 'heard' });
        return Promise.resolve(expect(ran).toContain('heard'));
      }, 20_000);
      expect(ran.filter((text) => text.startsWith('lost'))).toEqual([]);
    });

    it('works again after Redis was killed, and after it was emptied', async () => {
      await redis.start();
      opened = await openBull(redis.url);
      const { queue } = opened;
      const ran: string[] = [];
      queue.process(NOTES, ({ text }) => Promise.resolve(void ran.push(text)));
      const heard = (text: string): Promise<void> =>
        eventually(() => {
          queue.add(NOTES, { text });
          return Promise.resolve(expect(ran).toContain(text));
        }, 20_000);
      await heard('before');
      await redis.stop();
      queue.add(NOTES, { text: 'meanwhile' });
      await redis.start();
      await heard('after');
      await redis.flush();
      await heard('emptied');
    });

    it('closes although Redis is away', async () => {
      await redis.start();
      const bull = await openBull(redis.url);
      opened = bull;
      await bull.connected();
      bull.queue.process(NOTES, () => Promise.resolve());
      await redis.stop();
      const started = performance.now();
      await bull.close();
      opened = undefined;
      expect(performance.now() - started).toBeLessThan(10_000);
    });
  });
}

/** The port as the application makes it, with a prefix that no other test has. */
async function openBull(url: string): Promise<OpenBull> {
  const config = { redis: { url, prefix: `test-${process.pid}-${++queues}` } } as AppConfig;
  const module = {
    module: BullBed,
    imports: [ConfigModule.forRoot(config), MetricsModule, RedisModule, ...bullQueues(JOB_NAMES)],
    providers: [bullJobQueue(JOB_NAMES)],
  };
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  const queue = app.get(JobQueue);
  const close = async (): Promise<void> => {
    await queue.close();
    await app.close();
  };
  const connected = (): Promise<void> =>
    eventually(() => Promise.resolve(expect(app.get(RedisConnections).shared('jobs-client')?.status).toBe('ready')));
  return { queue, close, connected };
}

@Module({})
class BullBed {}
