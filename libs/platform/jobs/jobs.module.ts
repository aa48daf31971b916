import { Module, type DynamicModule } from '@nestjs/common';
import { BackgroundWork } from './background-work.js';
import { InProcessJobQueue } from './in-process.job-queue.js';
import { JobCatalog } from './job-catalog.js';
import { JobQueue } from './job-queue.js';
import type { JobSubscription } from './job-type.js';
import { JobWorkers } from './job-workers.js';

/** Work beside the requests: what repeats, and what is queued. */
@Module({})
export class JobsModule {
  static forRoot(jobs: readonly JobSubscription[]): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      providers: [
        { provide: JobCatalog, useValue: new JobCatalog(jobs) },
        { provide: JobQueue, useClass: InProcessJobQueue },
        BackgroundWork,
        JobWorkers,
      ],
      exports: [BackgroundWork, JobQueue],
    };
  }
}
