import { Injectable } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import { QuotaService, type StoredAmount } from '@mneme/usage';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { MemoriesRepository } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemoryCreated, MemoryUpdated } from '../storage/memory.events.js';
import { totalBytes } from '../storage/memory.factory.js';
import { type BatchOutcome, keyOf, type OnConflict, type Outcomes, outcomesOf, PRESENT } from './batch-outcome.js';
import { isChange, lastOfEach, type Step, stepsOfNew, stepsOfReplacing } from './batch-steps.js';
import { MemoryRemovals } from './memory-removals.js';
import { SupersessionRules } from './supersession-rules.js';

/** Thrown where another writer came first with an external id. Another transaction finds the memory, and nothing was stored. */
export class ConcurrentUpsertError extends Error {}

/** Thrown where the plan has no room for all that was stored ahead. Another transaction reserves first, and nothing was stored. */
export class TightQuotaError extends Error {}

/** Tenants close to the limits of their plans: they reserve first for so long. */
const TIGHT = { max: 1_000, ttl: 60_000 };

export interface BatchOptions {
  readonly onConflict?: OnConflict;
  /** For one memory: the version that is to be replaced, or whichever there is. */
  readonly expected?: number | 'any' | undefined;
  /** Whether `metadata.supersedes` may name memories that are not there: an import brings them in any order, and as they were. */
  readonly anyLinks?: boolean;
}

/** What is to be written, before quotas. */
interface Plan {
  readonly steps: readonly Step[];
  /** Rows whose time is over and whose external ids are given again. */
  readonly expired: readonly Memory[];
  /** Of memories that are not written, or are already as they are to be. */
  readonly outcomes: Outcomes;
}

/** What was written of a plan, and the ids of the memories that were inserted. */
interface Inserted {
  readonly steps: readonly Step[];
  readonly stored: ReadonlySet<string>;
}

/** Stores many memories in one transaction: each one that the rules allow and that the plan has room for. */
@Injectable()
export class MemoryBatchService {
  private readonly tight = new LRUCache<TenantId, true>(TIGHT);

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
   * @throws ConcurrentUpsertError, TightQuotaError: to be tried again in another transaction
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
    const { outcomes } = plan;
    const { steps, stored } = this.canStoreAhead(tenant, plan)
      ? await this.storeAhead(tx, tenant, plan.steps)
      : await this.storeReserved(tx, tenant, plan);
    const changes = steps.filter(isChange);
    const fresh = newOf(steps);
    const unused = fresh.filter(({ id }) => !stored.has(id));
    if (onConflict === 'replace' && unused.length > 0) throw new ConcurrentUpsertError();
    if (changes.length > 0) await this.memories.update(tx, tenant, changes, this.config.historyVersions);
    await this.quota.reserve(tx, tenant, { memories: -unused.length, bytes: -totalBytes(unused) });
    const created = fresh.filter(({ id }) => stored.has(id));
    await this.outbox.add(tx, tenant, MemoryCreated, created);
    const changed = changes.map(({ after }) => after);
    await this.outbox.add(tx, tenant, MemoryUpdated, changed);
    for (const memory of created) outcomes.set(keyOf(memory), { outcome: 'created', memory });
    for (const memory of changed) outcomes.set(keyOf(memory), { outcome: 'replaced', memory });
    return this.identified(tx, tenant, batch, outcomesOf(batch, outcomes, onConflict));
  }

  private canStoreAhead(tenant: TenantId, { steps, expired }: Plan): boolean {
    return steps.length > 0 && expired.length === 0 && !steps.some(isChange) && !this.tight.has(tenant);
  }

  /** The reservation and the records in one round trip. */
  private async storeAhead(tx: EntityManager, tenant: TenantId, steps: readonly Step[]): Promise<Inserted> {
    const { isReserved } = await this.quota.sendReservation(tx, tenant, amountOf(steps.map(growthOf)));
    const [reserved, stored] = await Promise.all([isReserved, this.memories.insert(tx, tenant, newOf(steps))]);
    if (reserved) return { steps, stored };
    this.tight.set(tenant, true);
    throw new TightQuotaError();
  }

  private async storeReserved(tx: EntityManager, tenant: TenantId, plan: Plan): Promise<Inserted> {
    const steps = await this.reserve(tx, tenant, plan.steps, plan.outcomes);
    await this.removals.remove(tx, tenant, plan.expired, 'expired');
    return { steps, stored: await this.memories.insert(tx, tenant, newOf(steps)) };
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
    if (!isExpected(live[0], expected)) {
      throw DomainError.preconditionFailed(
        live.length === 0
          ? 'there is no memory with this externalId, in the version that If-Match names or any other'
          : 'the memory has changed since the version that If-Match names',
      );
    }
    const outcomes: Outcomes = new Map();
    const steps = isReplacing ? stepsOfReplacing(live, batch, outcomes) : stepsOfNew(batch);
    await this.refuseLinks(tx, tenant, steps, anyLinks, outcomes);
    const allowed = steps.filter(({ given }) => !outcomes.has(given));
    return { steps: isReplacing ? lastOfEach(allowed, outcomes) : allowed, expired, outcomes };
  }

  /** One that is there already is present, whatever has become since of the memories that it names. */
  private async refuseLinks(
    tx: EntityManager,
    tenant: TenantId,
    steps: readonly Step[],
    anyLinks: boolean,
    outcomes: Outcomes,
  ): Promise<void> {
    const faults = await this.supersession.faults(tx, tenant, steps, anyLinks);
    const faulty = steps.filter(({ after }) => faults.has(after));
    const passedOver = faulty.filter((step) => !isChange(step)).map(({ given }) => given);
    const taken = await this.memories.idsOf(tx, tenant, namesOf(passedOver));
    for (const { given, before, after } of faulty) {
      const fault = faults.get(after);
      if (before === undefined && taken.has(given.externalId ?? '')) outcomes.set(given, PRESENT);
      else if (fault !== undefined) outcomes.set(given, { outcome: 'refused', ...fault });
    }
  }

  /** What the plan has room for; the outcomes of the rest say why there is none. */
  private async reserve(
    tx: EntityManager,
    tenant: TenantId,
    steps: readonly Step[],
    outcomes: Outcomes,
  ): Promise<readonly Step[]> {
    // What becomes smaller makes room for the rest.
    const ordered = [...steps.filter(isChange), ...steps.filter((step) => !isChange(step))];
    const growths = ordered.map((step) => ({ step, ...growthOf(step) }));
    if (await this.quota.tryReserve(tx, tenant, amountOf(growths))) return ordered;
    // Close to the limit it matters which ones are new: those that are not take no room.
    const fresh = steps.filter((step) => !isChange(step)).map(({ given }) => given);
    const taken = new Set((await this.memories.idsOf(tx, tenant, namesOf(fresh))).keys());
    const needed = growths.filter(({ step }) => isChange(step) || isNew(step.given, taken));
    const fitting = await this.quota.reserveFitting(tx, tenant, needed);
    const without = needed.filter((_, i) => fitting[i] !== true);
    const reasons = await this.quota.refusals(tx, tenant, without);
    for (const [i, { step }] of without.entries()) {
      outcomes.set(keyOf(step.given), { outcome: 'overQuota', reason: reasons[i] ?? '' });
    }
    return needed.filter((_, i) => fitting[i] === true).map(({ step }) => step);
  }
}

function isExpected(memory: Memory | undefined, expected: BatchOptions['expected']): boolean {
  if (expected === undefined) return true;
  return expected === 'any' ? memory !== undefined : memory?.version === expected;
}

function newOf(steps: readonly Step[]): Memory[] {
  return steps.filter((step) => !isChange(step)).map(({ after }) => after);
}

function amountOf(growths: readonly StoredAmount[]): StoredAmount {
  return {
    memories: growths.reduce((sum, { memories }) => sum + memories, 0),
    bytes: growths.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function growthOf({ before, after }: Step): StoredAmount {
  return before === undefined
    ? { memories: 1, bytes: after.bytes }
    : { memories: 0, bytes: after.bytes - before.bytes };
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
