import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { TenantDb } from '../database/tenant-db.js';
import { TenantFence } from '../database/tenant-fence.js';
import { ErasureWatch, WATCH_MS } from './erasure-watch.js';
import { ErasuresRepository, type TenantErasure } from './erasures.repository.js';
import { TenantErasers, type TenantStore } from './tenant-erasers.js';
import { TenantTablesRepository } from './tenant-tables.repository.js';

/** A run returns after so long, so that other erasures have their turn and the process can end. */
const RUN_MS = 2_000;
/** By then every process has seen the erasure, and knows it when it has ended. */
const SEEN_MS = 3 * WATCH_MS;

/** There is more to do at once; something has to be waited for; nothing is left. */
export type ErasureProgress = 'more' | 'waiting' | 'ended';

/**
 * Deletes what a tenant has, a batch at a time, each in a transaction that also counts it: a process that goes on after a crash
 * begins at the first table and finds what is left. It ends with a pass that finds nothing and began when no write could be
 * on its way any more.
 */
@Injectable()
export class ErasureRun {
  constructor(
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly fence: TenantFence,
    private readonly erasures: ErasuresRepository,
    private readonly tables: TenantTablesRepository,
    private readonly erasers: TenantErasers,
    private readonly watch: ErasureWatch,
  ) {}

  /**
   * Goes on with an erasure for some seconds.
   * @throws Error where something cannot be deleted now; everything else has been
   */
  async goOn(erasure: TenantErasure): Promise<ErasureProgress> {
    await this.watch.look();
    return this.fence.asEraser(erasure.tenantId, () => this.work(erasure, performance.now()));
  }

  private async work(erasure: TenantErasure, startedAt: number): Promise<ErasureProgress> {
    const { tenantId } = erasure;
    if (!(await this.tenantDb.runSystem((tx) => this.erasures.othersEnded(tx, tenantId)))) return 'waiting';
    const isLate = (): boolean => performance.now() - startedAt > RUN_MS;
    for (;;) {
      const ageMs = erasure.ageMs + performance.now() - startedAt;
      const fromTables = await this.eraseRows(erasure, isLate);
      const stores = await this.erasers.stores();
      const fromStores = await this.eraseEntries(erasure, stores, isLate);
      if (isLate()) return 'more';
      if (fromTables + fromStores > 0) continue;
      if (ageMs < this.settlingMs(stores)) return 'waiting';
      await this.checkNothingIsLeft(erasure, stores);
      await this.tenantDb.runSystem((tx) => this.erasures.end(tx, erasure, this.config.postgres === undefined));
      return 'ended';
    }
  }

  /** How old an erasure is before its last pass: no process of several writes anything by then. */
  private settlingMs(stores: readonly TenantStore[]): number {
    const seenMs = this.config.postgres === undefined ? 0 : SEEN_MS;
    return Math.max(seenMs, ...stores.map(({ lateWritesMs = 0 }) => lateWritesMs));
  }

  /** @returns how many rows it has found */
  private async eraseRows(erasure: TenantErasure, isLate: () => boolean): Promise<number> {
    const { tenantId } = erasure;
    let found = 0;
    for (const table of await this.tenantDb.run(tenantId, (tx) => this.tables.list(tx))) {
      let erased = table.batch;
      while (erased === table.batch && !isLate()) {
        erased = await this.tenantDb.run(tenantId, async (tx) => {
          const rows = await this.tables.erase(tx, table);
          if (rows > 0) await this.erasures.add(tx, erasure, table.name, rows);
          return rows;
        });
        found += erased;
      }
    }
    return found;
  }

  /** One store that does not answer keeps the others from nothing. @throws its failure */
  private async eraseEntries(
    erasure: TenantErasure,
    stores: readonly TenantStore[],
    isLate: () => boolean,
  ): Promise<number> {
    const failures: unknown[] = [];
    let found = 0;
    for (const store of stores) {
      try {
        found += await this.emptyStore(erasure, store, isLate);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return found;
  }

  /** A transaction comes before each batch, and fails where another process has ended the erasure: nothing new is deleted. */
  private async emptyStore(erasure: TenantErasure, store: TenantStore, isLate: () => boolean): Promise<number> {
    const { tenantId } = erasure;
    let found = 0;
    let erased = 1;
    while (erased > 0 && !isLate()) {
      await this.tenantDb.run(tenantId, () => Promise.resolve());
      erased = await store.erase(tenantId);
      found += erased;
      await this.tenantDb.run(tenantId, (tx) => this.erasures.add(tx, erasure, store.name, erased));
    }
    return found;
  }

  /** @throws Error that names where something is */
  private async checkNothingIsLeft({ tenantId }: TenantErasure, stores: readonly TenantStore[]): Promise<void> {
    for (const { name } of await this.tenantDb.run(tenantId, (tx) => this.tables.list(tx))) {
      const rows = await this.tenantDb.run(tenantId, (tx) => this.tables.count(tx, name));
      if (rows > 0) throw new Error(`${rows} rows of ${name} cannot be deleted: its policies do not let the tenant`);
    }
    for (const { name, count } of stores) {
      const entries = await count(tenantId);
      if (entries > 0) throw new Error(`${entries} entries of ${name} are still there`);
    }
  }
}
