import type { Type } from '@nestjs/common';

/** A kind of job. A feature defines its own and names its handler in `Feature.jobs`. */
export interface JobType<Payload extends object = never> {
  /** Also part of the queue's name in Redis: `webhooks.deliver`. */
  readonly name: string;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /** While a job with the same id waits or runs, adding it again changes nothing. */
  readonly idOf: (payload: Payload) => string;
}

/** Does one job. It finds in the database what there is to do, so that a job that comes twice or late does no harm. */
export interface JobHandler<Payload extends object = never> {
  /** @throws anything: it is logged, and the sweep of the code that added the job finds what is left to do */
  run(payload: Payload): Promise<void>;
}

/** The one handler of a kind of job. */
export interface JobSubscription {
  readonly job: JobType;
  readonly handler: Type<JobHandler>;
}
