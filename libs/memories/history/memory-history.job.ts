import { Injectable } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { BackgroundWork } from '@mneme/platform/jobs';
import { TenantsService } from '@mneme/usage';
import { MemoryHistoryRepository } from './memory-history.repository.js';

const HOUR_MS = 3_600_000;

/** Deletes versions that nobody can ask for any more. */
@Injectable()
export class MemoryHistoryJob {
  constructor(
    background: BackgroundWork,
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly tenants: TenantsService,
    private readonly history: MemoryHistoryRepository,
  ) {
    background.repeatInOne({ name: 'memory history', pauseMs: () => HOUR_MS, work: () => this.sweep() });
  }

  /** @returns false: an hour is soon enough for what may have come meanwhile */
  async sweep(): Promise<boolean> {
    for (const { tenantId } of await this.tenants.list()) {
      let more = true;
      while (more) {
        more = await this.tenantDb.run(tenantId, (tx) => this.history.sweep(tx, tenantId, this.config.historyDays));
      }
    }
    return false;
  }
}
