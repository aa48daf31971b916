import type { Type } from '@nestjs/common';
import type { JobHandler, JobSubscription } from './job-type.js';

/** Every kind of job of the application, each with its one handler. */
export class JobCatalog {
  /** @throws Error naming each job that has more than one handler */
  constructor(readonly subscriptions: readonly JobSubscription[]) {
    const faults = subscriptions.flatMap(({ job, handler }, at) => {
      const other = subscriptions.slice(0, at).find((earlier) => earlier.job.name === job.name);
      return other === undefined ? [] : [`${job.name} has two, ${other.handler.name} and ${handler.name}`];
    });
    if (faults.length > 0) throw new Error(`Every job needs exactly one handler: ${faults.join('; ')}`);
  }

  /** @throws Error if no handler is registered for jobs of this name */
  handlerOf(name: string): Type<JobHandler> {
    const found = this.subscriptions.find(({ job }) => job.name === name);
    if (found === undefined) throw new Error(`Every job needs exactly one handler: ${name} has none`);
    return found.handler;
  }
}
