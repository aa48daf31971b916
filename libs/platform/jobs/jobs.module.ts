import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config.js';
import { BackgroundWork } from './background-work.js';
import { InProcessJobQueue } from './in-process.job-queue.js';
import { JobCatalog } from './job-catalog.js';
import { JobLeases } from './job-leases.js';
import { JobLeasesRepository } from './job-leases.repository.js';
import { JobQueue } from './job-queue.js';
import { bullJobQueue, bullQueues } from './bull-queues.js';
import type { JobSubscription } from './job-type.js';
import { JobWorkers } from './job-workers.js';

/** Work beside the requests: what repeats, and what is queued. With a Redis the queue is Bull's on it. */
@Module({})
export class JobsModule {
  /** @throws Error where a job has more than one handler */
  static forRoot({ redis }: Pick<AppConfig, 'redis'>, jobs: readonly JobSubscription[]): DynamicModule {
    const names = jobs.map(({ job }) => job.name);
    return {
      module: JobsModule,
      global: true,
      imports: redis === undefined ? [] : bullQueues(names),
      providers: [
        { provide: JobCatalog, useValue: new JobCatalog(jobs) },
        redis === undefined ? { provide: JobQueue, useClass: InProcessJobQueue } : bullJobQueue(names),
        JobLeases,
        JobLeasesRepository,
        BackgroundWork,
        JobWorkers,
      ],
      exports: [BackgroundWork, JobLeases, JobQueue],
    };
  }
}
