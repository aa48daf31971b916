import type { JobType } from './job-type.js';

/**
 * Wakes a worker, here or in another process. It is a hint and nothing more: PostgreSQL knows what there is to do, and
 * code that adds jobs also has a sweep, so that a queue that is down, full or emptied delays work and loses none.
 */
export abstract class JobQueue {
  /**
   * Returns at once and never throws. A queue that cannot take the job drops it.
   * @param payload plain JSON
   * @param delayMs pause before it runs
   */
  abstract add<Payload extends object>(job: JobType<Payload>, payload: Payload, delayMs?: number): void;

  /** Runs jobs of this type in this process from now on. What a run throws is logged. */
  abstract process<Payload extends object>(job: JobType<Payload>, run: (payload: Payload) => Promise<void>): void;

  /** Starts no more jobs, and resolves when those under way have ended. */
  abstract close(): Promise<void>;
}
