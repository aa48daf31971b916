import { Injectable } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';
import { formatId, type TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import { QuotaService } from '@mneme/usage';
import type { EntityManager } from 'typeorm';
import { MemoriesRepository, type RecordChange } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemoryCreated, MemoryUpdated } from '../storage/memory.events.js';
import { replacedBy, totalBytes } from '../storage/memory.factory.js';
import { MemoryRemovals } from './memory-removals.js';
import { SupersessionRules } from './supersession-rules.js';

/** What is done where the tenant has an external id already: nothing, the memory becomes what is given, or it is an error. */
export type OnConflict = 'skip' | 'replace' | 'fail';

/** What became of one memory of a batch. `present`: the tenant has its external id already. */
export type BatchOutcome =
  | { readonly outcome: 'created' | 'replaced'; readonly memory: Memory }
  | { readonly outcome: 'present'; readonly id?: string | undefined }
  | { readonly outcome: 'overQuota'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly field: string; readonly reason: string };

/** Those that were stored or changed. */
export function writtenOf(outcomes: readonly BatchOutcome[]): Memory[] {
  return outcomes.flatMap((each) => ('memory' in each ? [each.memory] : []));
}

/** The message for a client whose external id another memory has. */
export function takenBy(id: string | undefined): string {
  return `externalId is that of ${id === undefined ? 'another memory' : formatId('mem', id)} already`;
}

/** @throws DomainError duplicate, insufficientQuota, validation where the memory was not written */
export function assertWritten(outcome: BatchOutcome | undefined): void {
  if (outcome?.outcome === 'present') throw DomainError.duplicate(takenBy(outcome.id));
  if (outcome?.outcome === 'overQuota') throw DomainError.insufficientQuota(outcome.reason);
  if (outcome?.outcome === 'refused') throw DomainError.validation(outcome.reason, outcome.field);
}

/** Thrown where another writer came first with an external id. Another transaction finds the memory, and nothing was stored. */
export class ConcurrentUpsertError extends Error {}

export interface BatchOptions {
  readonly onConflict?: OnConflict;
  /** For one memory: the version that is to be replaced. */
  readonly expected?: number | undefined;
  /** Whether `metadata.supersedes` may name memories that are not there: an import brings them in any order. */
  readonly anyLinks?: boolean;
}

/** What is to be written, before quotas. */
interface Plan {
  readonly fresh: readonly Memory[];
  readonly changes: readonly RecordChange[];
  /** Rows whose time is over and whose external ids are given again. */
  readonly expired: readonly Memory[];
  /** Memories that are not written, and why; or that are already as they are to be. */
  readonly settled: Map<Memory, BatchOutcome>;
}

/** Stores many memories in one transaction: each one that the rules allow and that the plan has room for. */
@Injectable()
export class MemoryBatchService {
  constructor(
    private readonly config: AppConfig,
    private readonly memories: MemoriesRepository,
    private readonly quota: QuotaService,
    private readonly outbox: Outbox,
    private readonly removals: MemoryRemovals,
    private readonly supersession: SupersessionRules,
  ) {}

  /**
   * @returns what became of each, in their order
   * @throws ConcurrentUpsertError: to be tried again in another transaction
   * @throws DomainError preconditionFailed
   */
  async write(
    tx: EntityManager,
    tenant: TenantId,
    batch: readonly Memory[],
    options: BatchOptions = {},
  ): Promise<BatchOutcome[]> {
    const { onConflict = 'skip' } = options;
    const plan = await this.plan(tx, tenant, batch, options);
    const { fresh, changes } = await this.reserve(tx, tenant, plan);
    await this.removals.remove(tx, tenant, plan.expired, 'expired');
    const stored = await this.memories.insert(tx, tenant, fresh);
    const unused = fresh.filter(({ id }) => !stored.has(id));
    if (onConflict === 'replace' && unused.length > 0) throw new ConcurrentUpsertError();
    if (changes.length > 0) await this.memories.update(tx, tenant, changes, this.config.historyVersions);
    await this.quota.reserve(tx, tenant, { memories: -unused.length, bytes: -totalBytes(unused) });
    const created = batch.filter(({ id }) => stored.has(id));
    await this.outbox.add(tx, tenant, MemoryCreated, created);
    const changed = changes.map(({ after }) => after);
    await this.outbox.add(tx, tenant, MemoryUpdated, changed);
    return this.identified(tx, tenant, batch, outcomesOf(batch, created, changed, plan.settled, onConflict));
  }

  /** Says of those that were there which memories these are. */
  private async identified(
    tx: EntityManager,
    tenant: TenantId,
    batch: readonly Memory[],
    outcomes: readonly BatchOutcome[],
  ): Promise<BatchOutcome[]> {
    const names = batch.flatMap(({ externalId }, i) =>
      outcomes[i]?.outcome === 'present' && externalId !== null ? [externalId] : [],
    );
    const ids = await this.memories.idsOf(tx, tenant, names);
    return outcomes.map((each, i) =>
      each.outcome === 'present' ? { ...each, id: ids.get(batch[i]?.externalId ?? '') } : each,
    );
  }

  private async plan(
    tx: EntityManager,
    tenant: TenantId,
    batch: readonly Memory[],
    { onConflict = 'skip', expected, anyLinks = false }: BatchOptions,
  ): Promise<Plan> {
    const isReplacing = onConflict === 'replace';
    const { live, expired } = await this.removals.lockNamed(tx, tenant, namesOf(batch), isReplacing);
    if (expected !== undefined && live[0]?.version !== expected) {
      const [memory] = live;
      throw DomainError.preconditionFailed(
        memory === undefined
          ? 'there is no memory with this externalId, in the version that If-Match names or any other'
          : 'the memory has changed since the version that If-Match names',
      );
    }
    const settled = new Map<Memory, BatchOutcome>();
    const { fresh, changes } = isReplacing ? mergedWith(live, batch, settled) : { fresh: batch, changes: [] };
    if (!anyLinks) await this.refuseLinks(tx, tenant, fresh, changes, settled);
    return {
      fresh: fresh.filter((memory) => !settled.has(memory)),
      changes: changes.filter(({ after }) => !settled.has(after)),
      expired,
      settled,
    };
  }

  private async refuseLinks(
    tx: EntityManager,
    tenant: TenantId,
    fresh: readonly Memory[],
    changes: readonly RecordChange[],
    settled: Map<Memory, BatchOutcome>,
  ): Promise<void> {
    const before = new Map(changes.map((change) => [change.before.id, change.before]));
    const written = [...fresh, ...changes.map(({ after }) => after)];
    for (const [memory, fault] of await this.supersession.faults(tx, tenant, written, before)) {
      settled.set(memory, { outcome: 'refused', ...fault });
    }
  }

  /** What the plan has room for; why the rest has none is settled. */
  private async reserve(tx: EntityManager, tenant: TenantId, plan: Plan): Promise<Pick<Plan, 'fresh' | 'changes'>> {
    const { fresh, changes, settled } = plan;
    const growths = [
      ...changes.map(({ before, after }) => ({ memory: after, memories: 0, bytes: after.bytes - before.bytes })),
      ...fresh.map((memory) => ({ memory, memories: 1, bytes: memory.bytes })),
    ];
    const all = {
      memories: fresh.length,
      bytes: growths.reduce((sum, { bytes }) => sum + bytes, 0),
    };
    if (await this.quota.tryReserve(tx, tenant, all)) return plan;
    // Close to the limit it matters which ones are new: those that are not take no room.
    const taken = new Set((await this.memories.idsOf(tx, tenant, namesOf(fresh))).keys());
    const needed = growths.filter(({ memory, memories }) => memories === 0 || isNew(memory, taken));
    const fitting = await this.quota.reserveFitting(tx, tenant, needed);
    const without = needed.filter((_, i) => fitting[i] !== true);
    const reasons = await this.quota.refusals(tx, tenant, without);
    const refusedNames = new Map(
      without.map(({ memory }, i) => [memory.externalId ?? memory, reasons[i] ?? ''] as const),
    );
    for (const { memory } of growths) {
      const reason = refusedNames.get(memory.externalId ?? memory);
      if (reason !== undefined) settled.set(memory, { outcome: 'overQuota', reason });
    }
    const reserved = new Set(needed.filter((_, i) => fitting[i] === true).map(({ memory }) => memory));
    return {
      fresh: fresh.filter((memory) => reserved.has(memory)),
      changes: changes.filter(({ after }) => reserved.has(after)),
    };
  }
}

function namesOf(memories: readonly Memory[]): string[] {
  return memories.flatMap(({ externalId }) => externalId ?? []);
}

/** Of several with one external id the first. */
function isNew({ externalId }: Memory, taken: Set<string>): boolean {
  if (externalId === null) return true;
  if (taken.has(externalId)) return false;
  taken.add(externalId);
  return true;
}

/** What there is of a batch is changed, the rest is new; of several with one external id the last counts. */
function mergedWith(
  live: readonly Memory[],
  batch: readonly Memory[],
  settled: Map<Memory, BatchOutcome>,
): Pick<Plan, 'fresh' | 'changes'> {
  const known = new Map(live.map((memory) => [memory.externalId, memory]));
  const last = [...new Map(batch.map((memory) => [memory.externalId ?? memory, memory])).values()];
  return {
    fresh: last.filter(({ externalId }) => externalId === null || !known.has(externalId)),
    changes: last.flatMap((given) => changeOf(known.get(given.externalId), given, settled)),
  };
}

function changeOf(before: Memory | undefined, given: Memory, settled: Map<Memory, BatchOutcome>): RecordChange[] {
  if (before === undefined) return [];
  if (before.type !== given.type) {
    const reason = `type cannot change: the memory with this externalId is of the type ${before.type}`;
    settled.set(given, { outcome: 'refused', field: 'type', reason });
    return [];
  }
  const after = replacedBy(before, given);
  if (after !== before) return [{ before, after }];
  settled.set(given, { outcome: 'replaced', memory: before });
  return [];
}

function outcomesOf(
  batch: readonly Memory[],
  created: readonly Memory[],
  changed: readonly Memory[],
  settled: ReadonlyMap<Memory, BatchOutcome>,
  onConflict: OnConflict,
): BatchOutcome[] {
  const own = new Map<Memory, BatchOutcome>(settled);
  const named = new Map<string | null, BatchOutcome>();
  for (const memory of created) {
    own.set(memory, { outcome: 'created', memory });
    // Given twice, the first is present for the second, or the second has replaced the first.
    named.set(memory.externalId, onConflict === 'replace' ? { outcome: 'replaced', memory } : PRESENT);
  }
  for (const memory of changed) named.set(memory.externalId, { outcome: 'replaced', memory });
  for (const [{ externalId }, outcome] of settled) named.set(externalId, named.get(externalId) ?? outcome);
  return batch.map(
    (memory) => own.get(memory) ?? (memory.externalId === null ? undefined : named.get(memory.externalId)) ?? PRESENT,
  );
}

const PRESENT: BatchOutcome = { outcome: 'present' };
