export { BackgroundWork } from './background-work.js';
export { JobQueue } from './job-queue.js';
export type { JobHandler, JobType } from './job-type.js';
export { JobsModule } from './jobs.module.js';
export { jobsSchema } from './jobs.schema.js';
