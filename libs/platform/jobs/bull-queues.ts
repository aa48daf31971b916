import { BullModule, getQueueToken } from '@nestjs/bull';
import type { DynamicModule, FactoryProvider } from '@nestjs/common';
import type { Queue, QueueOptions } from 'bull';
import type { Redis } from 'ioredis';
import { RedisConnections } from '../redis/redis-connections.js';
import { BullJobQueue } from './bull.job-queue.js';
import { JobQueue } from './job-queue.js';

/** Jobs are short: one whose process died is somebody else's after five seconds. */
const SETTINGS = { lockDuration: 5_000, stalledInterval: 5_000, retryProcessDelay: 1_000 };
/** What Bull asks of its connections: its blocking calls may wait for a reconnection, ours never wait for them. */
const CONNECTION = { enableOfflineQueue: true, enableReadyCheck: false, maxRetriesPerRequest: null };

/** The Bull queues of these jobs. They share two connections, and each has one more to wait on. */
export function bullQueues(names: readonly string[]): DynamicModule[] {
  return names.map((name) =>
    BullModule.registerQueueAsync({
      name,
      inject: [RedisConnections],
      useFactory: (redis: RedisConnections) => bullOptions(redis, name),
    }),
  );
}

/** The port over these queues. */
export function bullJobQueue(names: readonly string[]): FactoryProvider<JobQueue> {
  return {
    provide: JobQueue,
    useFactory: (...queues: Queue<object>[]) => new BullJobQueue(queues.map(ownClosing)),
    inject: names.map((name) => getQueueToken(name)),
  };
}

function bullOptions(redis: RedisConnections, name: string): QueueOptions {
  return {
    prefix: redis.key('jobs'),
    settings: SETTINGS,
    createClient: (type) => connect(redis, type === 'bclient' ? `jobs-${name}` : `jobs-${type}`),
  };
}

function connect(redis: RedisConnections, name: string): Redis {
  const connection = redis.shared(name, CONNECTION);
  if (connection === undefined) throw new Error('REDIS_URL is not set');
  return connection;
}

/**
 * Nest would close each queue by itself and wait for a Redis that is away. Bull would name its connection, which has
 * its name, and leave the failure of that to end the process where Redis is away while it closes.
 */
function ownClosing(queue: Queue<object>): Queue<object> {
  return Object.assign(queue, { onApplicationShutdown: undefined, setWorkerName: () => Promise.resolve() });
}
