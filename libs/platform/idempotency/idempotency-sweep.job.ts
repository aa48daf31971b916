import { Injectable } from '@nestjs/common';
import { TenantDb } from '../database/tenant-db.js';
import { BackgroundWork } from '../jobs/background-work.js';
import { IdempotencyRepository } from './idempotency.repository.js';

const INTERVAL_MS = 60_000;
const BATCH = 1_000;

/** Removes idempotency keys when their 24 hours are over. Until then an expired key is taken for none. */
@Injectable()
export class IdempotencySweepJob {
  constructor(
    background: BackgroundWork,
    private readonly tenantDb: TenantDb,
    private readonly keys: IdempotencyRepository,
  ) {
    background.repeatInOne({
      name: 'idempotency sweep',
      pauseMs: () => INTERVAL_MS,
      work: () => this.sweep(),
    });
  }

  /** @returns whether more may be waiting */
  async sweep(): Promise<boolean> {
    return (await this.tenantDb.runSystem((tx) => this.keys.removeExpired(tx, BATCH))) === BATCH;
  }
}
