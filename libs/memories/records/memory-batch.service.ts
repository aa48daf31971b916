import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import { QuotaService } from '@mneme/usage';
import type { EntityManager } from 'typeorm';
import { MemoriesRepository } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemoryCreated } from '../storage/memory.events.js';
import { totalBytes } from '../storage/memory.factory.js';

/** What became of one memory of a batch. `present`: the tenant has its external id already. */
export type BatchOutcome =
  | { readonly outcome: 'created'; readonly memory: Memory }
  | { readonly outcome: 'present' }
  | { readonly outcome: 'overQuota'; readonly reason: string };

/** Those that were stored. */
export function createdOf(outcomes: readonly BatchOutcome[]): Memory[] {
  return outcomes.flatMap((each) => (each.outcome === 'created' ? [each.memory] : []));
}

/** Stores many memories in one transaction: each one that is new and that the plan has room for. */
@Injectable()
export class MemoryBatchService {
  constructor(
    private readonly memories: MemoriesRepository,
    private readonly quota: QuotaService,
    private readonly outbox: Outbox,
  ) {}

  /** @returns what became of each, in their order */
  async insert(tx: EntityManager, tenant: TenantId, batch: readonly Memory[]): Promise<BatchOutcome[]> {
    const all = { memories: batch.length, bytes: totalBytes(batch) };
    const { reserved, refused } = (await this.quota.tryReserve(tx, tenant, all))
      ? { reserved: batch, refused: new Map<Memory | string, string>() }
      : await this.reserveWhatFits(tx, tenant, batch);
    const stored = await this.memories.insert(tx, tenant, reserved);
    const unused = reserved.filter(({ id }) => !stored.has(id));
    await this.quota.reserve(tx, tenant, { memories: -unused.length, bytes: -totalBytes(unused) });
    const created = batch.filter(({ id }) => stored.has(id));
    await this.outbox.add(tx, tenant, MemoryCreated, created);
    return batch.map((memory) => {
      if (stored.has(memory.id)) return { outcome: 'created', memory };
      const reason = refused.get(memory.externalId ?? memory);
      return reason === undefined ? { outcome: 'present' } : { outcome: 'overQuota', reason };
    });
  }

  /** Close to the limit it matters which ones are new: those that are not take no room. */
  private async reserveWhatFits(tx: EntityManager, tenant: TenantId, batch: readonly Memory[]): Promise<Reserved> {
    const names = batch.flatMap(({ externalId }) => externalId ?? []);
    const taken = await this.memories.externalIds(tx, tenant, names);
    const fresh = batch.filter(({ externalId }) => {
      if (externalId === null) return true;
      if (taken.has(externalId)) return false;
      return taken.add(externalId);
    });
    const sizes = fresh.map(({ bytes }) => bytes);
    const fitting = await this.quota.reserveFitting(tx, tenant, sizes);
    const refused = fresh.filter((_, i) => !fitting[i]);
    const growths = refused.map(({ bytes }) => ({ memories: 1, bytes }));
    const reasons = await this.quota.refusals(tx, tenant, growths);
    return {
      reserved: fresh.filter((_, i) => fitting[i]),
      refused: new Map(refused.map((memory, i) => [memory.externalId ?? memory, reasons[i] ?? ''])),
    };
  }
}

interface Reserved {
  readonly reserved: readonly Memory[];
  /** Why, by their external ids where they have one: one that comes twice is refused twice. */
  readonly refused: ReadonlyMap<Memory | string, string>;
}
