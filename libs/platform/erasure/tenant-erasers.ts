import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';
import type { DeletedCounts } from './erasures.repository.js';

/** A place outside of tables with a `tenant_id` that holds something of tenants. */
export interface TenantStore {
  /** As the proof of an erasure names it. */
  readonly name: string;
  /** Whether its entries are rows of tables: then they are counted as these. */
  readonly isInTables?: boolean;
  /** Where it is outside of the database: how long a write may still be on its way that was sent before the erasure began. */
  readonly lateWritesMs?: number;
  /** Deletes about a thousand entries. @returns how many; 0 only where nothing is left */
  readonly erase: (tenant: TenantId) => Promise<number>;
  /** Entries that are there. */
  readonly count: (tenant: TenantId) => Promise<number>;
}

/** What was done in the transaction that begins an erasure. */
export interface ErasureBeginning {
  readonly deleted?: DeletedCounts;
  /** Done after the commit, before anyone is answered. */
  readonly afterCommit?: () => Promise<unknown>;
}

type BeginStep = (tx: EntityManager, tenant: TenantId) => Promise<ErasureBeginning>;
type Forget = (tenant: TenantId) => Promise<void> | void;

/**
 * What an erasure has to do beside deleting rows of tables, which it finds by itself: each part of the application adds its
 * own while it is put together.
 */
@Injectable()
export class TenantErasers {
  private readonly sources: (() => Promise<readonly TenantStore[]>)[] = [];
  private readonly steps: BeginStep[] = [];
  private readonly memories: Forget[] = [];

  /** @param stores asked at each pass of an erasure; rejects where one that is in use cannot be reached now */
  addStores(stores: () => Promise<readonly TenantStore[]>): void {
    this.sources.push(stores);
  }

  /** Something that has to be so from the first moment on, in the transaction that begins an erasure. */
  atBegin(step: BeginStep): void {
    this.steps.push(step);
  }

  /** What this process remembers of a tenant goes: when an erasure begins, and again when it has ended. May come more often. */
  onForget(forget: Forget): void {
    this.memories.push(forget);
  }

  async stores(): Promise<TenantStore[]> {
    return (await Promise.all(this.sources.map((stores) => stores()))).flat();
  }

  /** Every step that was added, one after the other. */
  async begin(tx: EntityManager, tenant: TenantId): Promise<ErasureBeginning[]> {
    const done: ErasureBeginning[] = [];
    for (const step of this.steps) done.push(await step(tx, tenant));
    return done;
  }

  /** Rejects where one of the parts could not forget; the others have. */
  async forget(tenant: TenantId): Promise<void> {
    const outcomes = await Promise.allSettled(this.memories.map(async (forget) => forget(tenant)));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }
}
