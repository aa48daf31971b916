import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { STORED_VERSION } from '../../../libs/intelligence/stored-form/feature-rows.js';
import { FeatureBackfillRepository } from '../../../libs/intelligence/features/feature-backfill.repository.js';
import type { OpenDatabase } from './open-database.js';
import type { StatementCost } from './statement-cost.js';
import { loadMemories, loadTheRest, loadVectors } from './tenant-load.js';

/** Its memories. */
export const UNSEEN_MEMORIES = 3_000;
/** Rows that statements about it name, or ask for. */
export const NAMED = 50;
/** Blocks for each row that is named: a look-up in an index, the row, and the entries of a row that is written. */
export const LOOKUP = 20;

/** A tenant that the planner's statistics do not know, because it is only there within a transaction that is undone. */
export class UnseenTenant {
  readonly id = tenantId('unseen');
  private readonly db: TenantDb;

  private constructor(
    private readonly opened: OpenDatabase,
    readonly hasVectors: boolean,
  ) {
    this.db = new TenantDb(opened.database.dataSource);
  }

  /** On a database that was analysed while it was empty. */
  static async beside(kind: string, open: () => Promise<OpenDatabase>): Promise<UnseenTenant> {
    const opened = await open();
    await opened.analyze();
    return new UnseenTenant(opened, kind === 'embedded');
  }

  /** From now on the statistics know another tenant. */
  async addSeenTenant(): Promise<void> {
    const seen = tenantId('seen');
    await this.db.run(seen, (tx) => this.fill(tx, seen, UNSEEN_MEMORIES / 3));
    await this.opened.analyze();
  }

  /** @param work is given some of the tenant's memories */
  async within(work: (tx: EntityManager, ids: readonly string[]) => Promise<void>): Promise<void> {
    const undone = new Error('undone');
    const done = this.db.run(this.id, async (tx) => {
      await this.fill(tx, this.id, UNSEEN_MEMORIES);
      const rows = await tx.query<{ id: string }[]>('SELECT id FROM memories LIMIT $1', [NAMED]);
      await tx.query('SELECT mneme_set_system()');
      await work(
        tx,
        rows.map(({ id }) => id),
      );
      throw undone;
    });
    await done.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  }

  async close(): Promise<void> {
    await this.opened.close();
  }

  private async fill(tx: EntityManager, tenant: TenantId, memories: number): Promise<void> {
    await loadMemories(tx, tenant, memories);
    await loadTheRest(tx, tenant, STORED_VERSION);
    await new FeatureBackfillRepository().addMissing(tx, [tenant]);
    if (this.hasVectors) await loadVectors(tx, tenant);
  }
}

/** What of these reads more than so many rows or blocks. */
export function dearer(name: string, costs: readonly StatementCost[], limit: number): unknown[] {
  return costs
    .filter(({ rows, blocks }) => Math.max(rows, blocks) > limit)
    .map(({ rows, blocks, sql }) => ({ name, rows, blocks, sql: sql.trim().slice(0, 120) }));
}
