import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TenantDb } from '../database/tenant-db.js';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { IdempotencyRepository } from './idempotency.repository.js';

const INTERVAL_MS = 60_000;
const BATCH = 1_000;

/** Removes idempotency keys when their 24 hours are over. Until then an expired key is taken for none. */
@Injectable()
export class IdempotencySweepJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IdempotencySweepJob.name);
  private readonly job = new PeriodicJob(
    () => this.sweep(),
    INTERVAL_MS,
    (error) => {
      this.logger.error(`sweep of idempotency keys: ${String(error)}`);
    },
  );

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly keys: IdempotencyRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  /** @returns whether more may be waiting */
  async sweep(): Promise<boolean> {
    return (await this.tenantDb.runSystem((tx) => this.keys.removeExpired(tx, BATCH))) === BATCH;
  }
}
