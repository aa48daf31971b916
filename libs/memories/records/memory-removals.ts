import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import { QuotaService } from '@mneme/usage';
import type { EntityManager } from 'typeorm';
import { MemoriesRepository, type DeletedRecord } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemoryDeleted, type Deletion } from '../storage/memory.events.js';
import { totalBytes } from '../storage/memory.factory.js';

/** Records by their external ids: those that are there, and those whose time is over. */
interface NamedRecords {
  readonly live: readonly Memory[];
  readonly expired: readonly Memory[];
}

/** Deletes records within a transaction: rows, quota and events, the same for whatever reason. */
@Injectable()
export class MemoryRemovals {
  constructor(
    private readonly memories: MemoriesRepository,
    private readonly quota: QuotaService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param records that this transaction has locked
   * @returns what is to leave the index
   */
  async remove(
    tx: EntityManager,
    tenant: TenantId,
    records: readonly DeletedRecord[],
    reason?: Deletion['reason'],
  ): Promise<{ memoryId: string; version: number }[]> {
    if (records.length === 0) return [];
    await this.quota.reserve(tx, tenant, { memories: -records.length, bytes: -totalBytes(records) });
    await this.memories.delete(tx, tenant, records);
    const deletedAt = new Date();
    const why = reason === undefined ? {} : { reason };
    const deletions = records.map(({ id, version }) => ({
      tenantId: tenant,
      id,
      version: version + 1,
      deletedAt,
      ...why,
    }));
    await this.outbox.add(tx, tenant, MemoryDeleted, deletions);
    return deletions.map(({ id, version }) => ({ memoryId: id, version }));
  }

  /**
   * Locks the records with these external ids. Where the tenant has expired ones, the transaction sees them from then on:
   * their external ids are free for new memories once they are removed.
   * @param live whether those that are there are wanted too
   */
  async lockNamed(
    tx: EntityManager,
    tenant: TenantId,
    externalIds: readonly string[],
    live: boolean,
  ): Promise<NamedRecords> {
    if (externalIds.length === 0) return { live: [], expired: [] };
    const anyExpired = await this.memories.hasExpired(tx, tenant);
    if (anyExpired) await this.memories.showExpired(tx);
    if (!anyExpired && !live) return { live: [], expired: [] };
    const locked = await this.memories.lockNamed(tx, tenant, externalIds);
    return {
      live: locked.filter(({ isExpired }) => isExpired !== true),
      expired: locked.filter(({ isExpired }) => isExpired === true),
    };
  }
}
