import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { failureText } from '../observability/logged-error.js';
import { Metrics } from '../observability/metrics/metrics.js';
import { JobLeases, type SharedJob } from './job-leases.js';
import { PeriodicJob } from '../concurrency/periodic-job.js';

/** How often a process asks whether a job that is done by one of all is due. */
const LOOK_MS = 60_000;

/**
 * Everything that goes on without a request: sweeps, the outbox's relay, retention. A process with WORKERS=off does
 * none of it: its work is in the database, for a process that does.
 */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(BackgroundWork.name);
  private readonly jobs: PeriodicJob[] = [];
  private readonly runs;

  constructor(
    private readonly config: AppConfig,
    private readonly leases: JobLeases,
    metrics: Metrics,
  ) {
    const help = 'Runs of the work that repeats, by whether they succeeded';
    this.runs = metrics.counter('mneme_job_runs_total', help, ['task', 'outcome']);
  }

  /**
   * To be called before the application has started; from then on every process runs it every so often, and not at all
   * with WORKERS=off. Processes share the work by claiming rows.
   * @param name for log and metrics
   * @param work resolves true where more is waiting
   */
  repeat(name: string, everyMs: number, work: () => Promise<boolean>): PeriodicJob {
    return this.add(name, everyMs, async () => {
      const more = await work();
      this.runs.inc({ task: name, outcome: 'done' });
      return more;
    });
  }

  /** The same for work that one process does for all of them. */
  repeatInOne(job: SharedJob): void {
    this.add(job.name, Math.min(LOOK_MS, job.pauseMs()), async () => {
      const more = await this.leases.runIfDue(job);
      if (more !== undefined) this.runs.inc({ task: job.name, outcome: 'done' });
      return more === true;
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.workers) for (const job of this.jobs) job.start();
  }

  /** Before anything closes that a run might use. Resolves when every run under way has ended. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }

  private add(name: string, everyMs: number, work: () => Promise<boolean>): PeriodicJob {
    const job = new PeriodicJob(work, everyMs, (error) => {
      this.runs.inc({ task: name, outcome: 'failed' });
      this.logger.error(`${name}: ${failureText(error)}`);
    });
    this.jobs.push(job);
    return job;
  }
}
