import { Logger } from '@nestjs/common';
import type { JobOptions, Queue } from 'bull';
import { withTimeout } from '../concurrency/with-timeout.js';
import { failureText } from '../observability/logged-error.js';
import { JobQueue } from './job-queue.js';
import type { JobType } from './job-type.js';

/** So many calls that Redis has not answered mean that it does not: more would only fill the memory. */
const MAX_UNANSWERED = 1_000;
/** An unavailable Redis must not keep a process from ending. */
const CLOSE_MS = 20_000;
const LEAVES_NOTHING: JobOptions = { removeOnComplete: true, removeOnFail: true };

/** Jobs in Redis, for whichever process has time. One Bull queue a type. */
export class BullJobQueue extends JobQueue {
  private readonly logger = new Logger(BullJobQueue.name);
  private readonly queues: ReadonlyMap<string, Queue<object>>;
  private readonly running = new Set<Promise<void>>();
  private unanswered = 0;

  constructor(queues: readonly Queue<object>[]) {
    super();
    this.queues = new Map(queues.map((queue) => [queue.name, queue]));
  }

  /** While Redis is unavailable, Bull's own `add` neither resolves nor rejects, so nothing waits for it. */
  add<Payload extends object>(job: JobType<Payload>, payload: Payload, delayMs = 0): void {
    const queue = this.queues.get(job.name);
    if (queue?.client.status !== 'ready' || this.unanswered >= MAX_UNANSWERED) return;
    this.unanswered++;
    const options = { ...LEAVES_NOTHING, jobId: job.idOf(payload), delay: Math.max(0, delayMs) };
    queue
      .add(payload, options)
      .catch((error: unknown) => {
        this.logger.debug(`job ${job.name} could not be queued: ${String(error)}`);
      })
      .finally(() => this.unanswered--);
  }

  process<Payload extends object>(job: JobType<Payload>, run: (payload: Payload) => Promise<void>): void {
    const started = this.queues.get(job.name)?.process(job.concurrency, async ({ data }) => {
      const running = run(data as Payload);
      this.running.add(running);
      await running.finally(() => this.running.delete(running));
    });
    started?.catch((error: unknown) => {
      this.logger.warn(`jobs ${job.name} wait for their sweep: ${failureText(error)}`);
    });
    this.queues.get(job.name)?.on('failed', (_, error) => {
      this.logger.error(`job ${job.name}: ${failureText(error)}`);
    });
  }

  async close(): Promise<void> {
    const ends = [...this.queues.values()].map((queue) => this.end(queue));
    const ended = Promise.all([...ends, ...this.running]).catch(() => undefined);
    await withTimeout(ended, CLOSE_MS, () => undefined);
  }

  /** Without Redis Bull would wait for it to come back. */
  private async end(queue: Queue<object>): Promise<void> {
    const closed = queue.close(queue.client.status !== 'ready');
    if (queue.client.status === 'ready') await closed;
    else closed.catch(() => undefined);
  }
}
