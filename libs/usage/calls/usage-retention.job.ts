import { TenantDb } from '@mneme/platform/database';
import { BackgroundWork } from '@mneme/platform/jobs';
import { Injectable } from '@nestjs/common';
import { CallCountsRepository } from './call-counts.repository.js';
import { utcDay } from '../plans/utc-calendar.js';

const INTERVAL_MS = 3_600_000;
/** More than the 365 days that can be asked for. */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;
const BATCH = 1_000;

/** Removes daily counts that are older than any request can ask for. */
@Injectable()
export class UsageRetentionJob {
  constructor(
    background: BackgroundWork,
    private readonly tenantDb: TenantDb,
    private readonly counts: CallCountsRepository,
  ) {
    background.repeatInOne({
      name: 'usage retention',
      pauseMs: () => INTERVAL_MS,
      work: () => this.sweep(),
    });
  }

  /** @returns whether more may be waiting */
  async sweep(): Promise<boolean> {
    const oldest = utcDay(new Date(Date.now() - KEPT_DAYS * DAY_MS));
    return (await this.tenantDb.runSystem((tx) => this.counts.removeBefore(tx, oldest, BATCH))) === BATCH;
  }
}
