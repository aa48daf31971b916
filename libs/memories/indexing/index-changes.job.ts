import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { BackgroundWork } from '@mneme/platform/jobs';
import { IndexChangesRepository } from '../storage/index-changes.repository.js';

const INTERVAL_MS = 5 * 60_000;

/** Deletes rows of the index's log of changes that no process can ask for any more. */
@Injectable()
export class IndexChangesJob {
  constructor(background: BackgroundWork, tenantDb: TenantDb, changes: IndexChangesRepository) {
    const work = (): Promise<boolean> => tenantDb.runSystem((tx) => changes.sweep(tx));
    background.repeatInOne({ name: 'index changes', pauseMs: () => INTERVAL_MS, work });
  }
}
