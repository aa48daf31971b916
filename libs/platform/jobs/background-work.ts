import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { PeriodicJob } from './periodic-job.js';

/**
 * Everything that goes on without a request: sweeps, the outbox's relay, retention. A process with WORKERS=off does
 * none of it, since whatever it would work on stands in the database for one that does.
 */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(BackgroundWork.name);
  private readonly jobs: PeriodicJob[] = [];

  constructor(private readonly config: AppConfig) {}

  /**
   * To be called before the application has started; from then on it runs every so often, and not at all with
   * WORKERS=off.
   * @param name for the log, where a run fails
   * @param work resolves true where more is waiting
   */
  repeat(name: string, everyMs: number, work: () => Promise<boolean>): PeriodicJob {
    const job = new PeriodicJob(work, everyMs, (error) => {
      this.logger.error(`${name}: ${String(error)}`);
    });
    this.jobs.push(job);
    return job;
  }

  onApplicationBootstrap(): void {
    if (this.config.workers) for (const job of this.jobs) job.start();
  }

  /** Resolves when every run under way has ended. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}
