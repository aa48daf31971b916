import { Injectable, Logger } from '@nestjs/common';
import { TenantDb } from '../database/tenant-db.js';
import { newUuid } from '../ids/resource-id.js';
import { failureText } from '../observability/logged-error.js';
import { JobLeasesRepository } from './job-leases.repository.js';
import { PeriodicJob } from '../concurrency/periodic-job.js';

/** A holder that has not been heard of for so long is gone. */
const LEASE_MS = 30_000;
/** So soon somebody tries again what has failed. */
const RETRY_MS = 60_000;

/** What one process does for all of them, so often. */
export interface SharedJob {
  /** One over all processes and versions: the lease's name. */
  readonly name: string;
  /** From the end of a run to the next one, asked at the end of each. */
  readonly pauseMs: () => number;
  /** Resolves true where more is waiting: the next run, of whichever process, then follows at once. */
  readonly work: () => Promise<boolean>;
}

/**
 * Has each run of a job made by one process, whichever asks first once it is due. When that was stands in the database:
 * neither a second process nor a restart makes a run come sooner. A process that dies leaves the run to another after
 * 30 s; one that was only cut off for so long may still be at work then, so runs must do no harm side by side.
 */
@Injectable()
export class JobLeases {
  private readonly logger = new Logger(JobLeases.name);
  private readonly holder = newUuid();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly leases: JobLeasesRepository,
  ) {}

  /**
   * Makes the run that is due, if there is one and no process has it.
   * @returns undefined where there was nothing to do; else whether more is waiting
   * @throws what the work throws; the run is then due again after a minute, or after the job's pause if that is shorter
   */
  async runIfDue({ name, pauseMs, work }: SharedJob): Promise<boolean | undefined> {
    if (!(await this.tenantDb.runSystem((tx) => this.leases.take(tx, name, this.holder, LEASE_MS)))) return undefined;
    const renewal = this.renewal(name);
    renewal.start();
    let pause = Math.min(RETRY_MS, pauseMs());
    try {
      const more = await work();
      pause = more ? 0 : pauseMs();
      return more;
    } finally {
      await renewal.stop();
      await this.tenantDb.runSystem((tx) => this.leases.release(tx, name, this.holder, pause));
    }
  }

  private renewal(name: string): PeriodicJob {
    const renew = async (): Promise<boolean> => {
      const kept = await this.tenantDb.runSystem((tx) => this.leases.keep(tx, name, this.holder, LEASE_MS));
      if (!kept) this.logger.warn(`${name}: another process has taken it over`);
      return false;
    };
    return new PeriodicJob(renew, LEASE_MS / 3, (error) => {
      this.logger.warn(`${name}: the lease could not be prolonged: ${failureText(error)}`);
    });
  }
}
