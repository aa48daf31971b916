export { Batcher } from './batcher.js';
export { ConcurrencyLimiter, tooMuch } from './concurrency-limiter.js';
export { FairSemaphore } from './fair-semaphore.js';
export { PeriodicJob } from './periodic-job.js';
export { SerialQueue } from './serial-queue.js';
export { withTimeout } from './with-timeout.js';
export { workerFile } from './worker-file.js';
export { WriteBehindBuffer } from './write-behind-buffer.js';
