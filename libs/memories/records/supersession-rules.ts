import { Injectable } from '@nestjs/common';
import { formatId, parseId, type TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { MemoriesRepository } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';

/** What is wrong with `metadata.supersedes`. */
export interface SupersessionFault {
  readonly field: string;
  readonly reason: string;
}

const FIELD = 'metadata.supersedes';
const MAX_NAMES = 50;
/** A chain of corrections that is followed to find a circle. */
const MAX_STEPS = 50;

/** The names in `metadata.supersedes`: ids, or external ids; none where it is something else. */
function supersededNames({ supersedes }: Readonly<Record<string, unknown>>): string[] {
  const named: readonly unknown[] = Array.isArray(supersedes) ? supersedes : [supersedes];
  return [...new Set(named.filter((name) => typeof name === 'string'))];
}

/**
 * What a memory may say that it supersedes: other memories of the tenant, in no circle. Names that it had before are not
 * asked about again: what they name may have been deleted since.
 */
@Injectable()
export class SupersessionRules {
  constructor(private readonly memories: MemoriesRepository) {}

  /**
   * @param batch to be stored together: they may name each other by external id
   * @param before what each of them was, by id
   */
  async faults(
    tx: EntityManager,
    tenant: TenantId,
    batch: readonly Memory[],
    before: ReadonlyMap<string, Memory> = new Map(),
  ): Promise<Map<Memory, SupersessionFault>> {
    const faults = new Map<Memory, SupersessionFault>();
    const asking = batch.filter(({ metadata }) => 'supersedes' in metadata);
    if (asking.length === 0) return faults;
    const together = new Set(batch.flatMap(({ externalId }) => externalId ?? []));
    const known = await this.known(tx, tenant, asking);
    for (const memory of asking) {
      const old = new Set(supersededNames(before.get(memory.id)?.metadata ?? {}));
      const reason =
        formFault(memory) ??
        nameFault(memory, (name) => old.has(name) || together.has(name) || known.has(name)) ??
        (await this.circle(tx, tenant, memory));
      if (reason !== undefined) faults.set(memory, { field: FIELD, reason: `${FIELD} ${reason}` });
    }
    return faults;
  }

  private async known(tx: EntityManager, tenant: TenantId, asking: readonly Memory[]): Promise<Set<string>> {
    const names = [...new Set(asking.flatMap(({ metadata }) => supersededNames(metadata)))];
    const found = await this.memories.findMany(
      tx,
      tenant,
      names.flatMap((name) => parseId('mem', name) ?? []),
    );
    const byExternalId = await this.memories.idsOf(tx, tenant, names);
    return new Set([...found.map(({ id }) => formatId('mem', id)), ...byExternalId.keys()]);
  }

  /** Follows what is superseded, step by step, up to the memory itself. Only one that is there already can be met. */
  private async circle(tx: EntityManager, tenant: TenantId, memory: Memory): Promise<string | undefined> {
    const seen = new Set<string>();
    let names = supersededNames(memory.metadata);
    for (let step = 0; step < MAX_STEPS && names.length > 0; step++) {
      if (names.some((name) => isNameOf(memory, name))) return 'must not lead back to the memory itself';
      const next = await this.named(
        tx,
        tenant,
        names.filter((name) => !seen.has(name)),
      );
      for (const name of names) seen.add(name);
      names = next.flatMap(({ metadata }) => supersededNames(metadata)).filter((name) => !seen.has(name));
    }
    return undefined;
  }

  private async named(tx: EntityManager, tenant: TenantId, names: readonly string[]): Promise<Memory[]> {
    const byExternalId = await this.memories.idsOf(tx, tenant, names);
    const ids = names.flatMap((name) => parseId('mem', name) ?? byExternalId.get(name) ?? []);
    return this.memories.findMany(tx, tenant, ids);
  }
}

function formFault({ metadata: { supersedes } }: Memory): string | undefined {
  const named: readonly unknown[] = Array.isArray(supersedes) ? supersedes : [supersedes];
  const isGood = supersedes === null || (named.length <= MAX_NAMES && named.every((name) => typeof name === 'string'));
  return isGood ? undefined : `must be the id of a memory, or a list of up to ${MAX_NAMES} ids`;
}

function nameFault(memory: Memory, isKnown: (name: string) => boolean): string | undefined {
  const names = supersededNames(memory.metadata);
  if (names.some((name) => isNameOf(memory, name))) return 'must not name the memory itself';
  const unknown = names.find((name) => !isKnown(name));
  return unknown === undefined ? undefined : `names ${unknown.slice(0, 100)}, which is no memory of this tenant`;
}

function isNameOf({ id, externalId }: Memory, name: string): boolean {
  return name === externalId || parseId('mem', name) === id;
}
