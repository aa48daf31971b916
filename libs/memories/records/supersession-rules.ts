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
/** So far a chain of corrections is followed to find a circle. */
const MAX_STEPS = 50;
/** An answer repeats as much of a name as tells which one it is. */
const MAX_SHOWN = 100;

/** The names in `metadata.supersedes`: ids, or external ids; none where it is something else. */
function supersededNames({ supersedes }: Readonly<Record<string, unknown>>): string[] {
  const named: readonly unknown[] = Array.isArray(supersedes) ? supersedes : [supersedes];
  return [...new Set(named.filter((name) => typeof name === 'string'))];
}

/** A memory that is to be stored, and the record that it replaces; undefined: it is new. */
interface Write {
  readonly before?: Memory;
  readonly after: Memory;
}

/**
 * What a memory may say that it supersedes: other memories of the tenant, in no circle. Names that it had before are not
 * asked about again: what they name may have been deleted since.
 */
@Injectable()
export class SupersessionRules {
  constructor(private readonly memories: MemoriesRepository) {}

  /**
   * @param writes to be stored together: they may name each other by external id
   * @param anyLinks whether they may also name what is not there, and lead back to themselves by others
   * @returns what is wrong with those that must not be stored
   */
  async faults(
    tx: EntityManager,
    tenant: TenantId,
    writes: readonly Write[],
    anyLinks = false,
  ): Promise<Map<Memory, SupersessionFault>> {
    const asking = writes.filter(isAsking);
    const faults = new Faults();
    for (const { after } of asking) faults.add(after, formFault(after));
    if (anyLinks || asking.length === 0) return faults.found;
    // Two transactions that link the same memories at once would not see each other's half of a circle.
    await this.memories.lockLinks(tx, tenant);
    const known = await this.known(tx, tenant, asking);
    refuseUnknown(asking, writes, known, faults);
    await this.refuseCircles(tx, tenant, writes, known, faults);
    refuseUnknown(asking, writes, known, faults);
    return faults.found;
  }

  /** One after the other, as if each came alone: one that is refused stays what it was for those behind it. */
  private async refuseCircles(
    tx: EntityManager,
    tenant: TenantId,
    writes: readonly Write[],
    known: ReadonlySet<string>,
    faults: Faults,
  ): Promise<void> {
    const links = new Map<string, readonly string[]>();
    for (const write of writes) {
      const { before, after } = write;
      // Nobody can have named one that is new and has no external id.
      const canBeMet = before !== undefined || after.externalId !== null;
      if (canBeMet && isAsking(write) && !faults.has(after) && (await this.isCircle(tx, tenant, after, links))) {
        faults.add(after, 'must not lead back to the memory itself');
      }
      if (!faults.has(after)) for (const name of namesOf(after)) links.set(name, linksOf(write, known));
    }
  }

  private async known(tx: EntityManager, tenant: TenantId, asking: readonly Write[]): Promise<Set<string>> {
    const names = [...new Set(asking.flatMap(({ after }) => supersededNames(after.metadata)))];
    const found = await this.memories.findMany(
      tx,
      tenant,
      names.flatMap((name) => parseId('mem', name) ?? []),
    );
    const byExternalId = await this.memories.idsOf(tx, tenant, names);
    return new Set([...found.map(({ id }) => formatId('mem', id)), ...byExternalId.keys()]);
  }

  /**
   * Follows what is superseded, step by step, up to the memory itself.
   * @param links of memories that are stored with it, by their names
   */
  private async isCircle(
    tx: EntityManager,
    tenant: TenantId,
    memory: Memory,
    links: ReadonlyMap<string, readonly string[]>,
  ): Promise<boolean> {
    const seen = new Set<string>();
    let names = supersededNames(memory.metadata);
    for (let step = 0; step < MAX_STEPS && names.length > 0; step++) {
      if (names.some((name) => isNameOf(memory, name))) return true;
      for (const name of names) seen.add(name);
      const stored = names.filter((name) => !links.has(name));
      const next = [
        ...names.flatMap((name) => links.get(name) ?? []),
        ...(await this.named(tx, tenant, stored)).flatMap(({ metadata }) => supersededNames(metadata)),
      ];
      names = [...new Set(next)].filter((name) => !seen.has(name));
    }
    return false;
  }

  private async named(tx: EntityManager, tenant: TenantId, names: readonly string[]): Promise<Memory[]> {
    const byExternalId = await this.memories.idsOf(tx, tenant, names);
    const ids = names.flatMap((name) => parseId('mem', name) ?? byExternalId.get(name) ?? []);
    return ids.length === 0 ? [] : this.memories.findMany(tx, tenant, ids);
  }
}

class Faults {
  readonly found = new Map<Memory, SupersessionFault>();

  has(memory: Memory): boolean {
    return this.found.has(memory);
  }

  /** @param reason undefined where nothing is wrong */
  add(memory: Memory, reason: string | undefined): void {
    if (reason !== undefined) this.found.set(memory, { field: FIELD, reason: `${FIELD} ${reason}` });
  }
}

/** What stays as it was is not asked about again. */
function isAsking({ before, after }: Write): boolean {
  const { supersedes } = after.metadata;
  return supersedes !== undefined && JSON.stringify(supersedes) !== JSON.stringify(before?.metadata['supersedes']);
}

/** One that is refused takes those with it that name it. */
function refuseUnknown(
  asking: readonly Write[],
  writes: readonly Write[],
  known: ReadonlySet<string>,
  faults: Faults,
): void {
  for (let earlier = -1; earlier !== faults.found.size;) {
    earlier = faults.found.size;
    const right = writes.filter(({ after }) => !faults.has(after));
    const together = new Set(right.flatMap(({ after }) => after.externalId ?? []));
    for (const { before, after } of asking) {
      if (faults.has(after)) continue;
      const old = new Set(supersededNames(before?.metadata ?? {}));
      const unknown = supersededNames(after.metadata).find(
        (name) => !old.has(name) && !together.has(name) && !known.has(name),
      );
      const shown = unknown?.slice(0, MAX_SHOWN);
      faults.add(after, shown === undefined ? undefined : `names "${shown}", which is no memory of this tenant`);
    }
  }
}

/** What others call it. */
function namesOf({ id, externalId }: Memory): string[] {
  return externalId === null ? [formatId('mem', id)] : [formatId('mem', id), externalId];
}

/**
 * What a memory supersedes once it is stored. One that names what is only stored with it may yet be refused, and then still
 * supersedes what it did before.
 */
function linksOf({ before, after }: Write, known: ReadonlySet<string>): readonly string[] {
  const names = supersededNames(after.metadata);
  const isCertain = before === undefined || names.every((name) => known.has(name));
  return isCertain ? names : [...names, ...supersededNames(before.metadata)];
}

function formFault(memory: Memory): string | undefined {
  const { supersedes } = memory.metadata;
  const named: readonly unknown[] = Array.isArray(supersedes) ? supersedes : [supersedes];
  const isGood = supersedes === null || (named.length <= MAX_NAMES && named.every((name) => typeof name === 'string'));
  if (!isGood) return `must be the id of a memory, or a list of up to ${MAX_NAMES} ids`;
  return named.some((name) => typeof name === 'string' && isNameOf(memory, name))
    ? 'must not name the memory itself'
    : undefined;
}

function isNameOf({ id, externalId }: Memory, name: string): boolean {
  return name === externalId || parseId('mem', name) === id;
}
