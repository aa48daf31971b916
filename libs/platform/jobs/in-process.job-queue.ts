import { Injectable, Logger } from '@nestjs/common';
import { failureText } from '../observability/logged-error.js';
import { JobLane } from './job-lane.js';
import { JobQueue } from './job-queue.js';
import type { JobType } from './job-type.js';

/** Jobs of this process only, in its memory. */
@Injectable()
export class InProcessJobQueue extends JobQueue {
  private readonly logger = new Logger(InProcessJobQueue.name);
  private readonly lanes = new Map<string, JobLane>();

  add<Payload extends object>(job: JobType<Payload>, payload: Payload, delayMs = 0): void {
    this.lanes.get(job.name)?.add(job.idOf(payload), payload, delayMs);
  }

  process<Payload extends object>(job: JobType<Payload>, run: (payload: Payload) => Promise<void>): void {
    const work = async (payload: object): Promise<void> => {
      try {
        await run(payload as Payload);
      } catch (error) {
        this.logger.error(`job ${job.name}: ${failureText(error)}`);
      }
    };
    this.lanes.set(job.name, new JobLane(job.concurrency, work));
  }

  async close(): Promise<void> {
    await Promise.all([...this.lanes.values()].map((lane) => lane.close()));
  }
}
