import type { TenantId } from '@mneme/platform/ids';
import {
  type IndexedMemory,
  type IndexedPoint,
  type VectorFilter,
  type VectorHit,
  VectorIndex,
  type VectorQuery,
} from '@mneme/retrieval';

interface Tenant {
  readonly memories: Map<string, IndexedMemory>;
  readonly removed: Set<string>;
}

/** Exact search in plain loops: what the adapters must agree with, and their stand-in where a database has no vector extension. */
export class MemoryVectorIndex extends VectorIndex {
  private readonly tenants = new Map<TenantId, Tenant>();

  upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    const tenant = this.tenant(tenantId);
    for (const memory of memories) {
      const known = tenant.memories.get(memory.memoryId);
      const stale = known !== undefined && known.version > memory.version;
      if (!stale && !tenant.removed.has(memory.memoryId)) tenant.memories.set(memory.memoryId, memory);
    }
    return Promise.resolve();
  }

  remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    const tenant = this.tenant(tenantId);
    for (const id of memoryIds) {
      tenant.memories.delete(id);
      tenant.removed.add(id);
    }
    return Promise.resolve();
  }

  search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    const scored = this.scored(tenantId, query);
    const dense = query.vector === undefined ? [] : top(scored, cosineOf, query.candidates);
    const lexical = top(scored.filter(covers), coverageOf, query.candidates);
    const total = (hit: VectorHit): number => hit.cosine + query.lexicalWeight * hit.coverage ** query.lexicalPower;
    const hits = [...new Set([...dense, ...lexical])].map((passages) => best(passages, total));
    return Promise.resolve(hits.sort((a, b) => total(b) - total(a) || (a.memoryId < b.memoryId ? -1 : 1)));
  }

  /**
   * Memories that every index must find, and those that it may choose from: where several have the same coverage and not
   * all are among the first, VectorIndex does not say which.
   */
  promised(tenantId: TenantId, query: VectorQuery): { certain: Set<string>; possible: Set<string> } {
    const scored = this.scored(tenantId, query);
    const covering = scored.filter(covers);
    const last = top(covering, coverageOf, query.candidates).at(-1);
    const cut = last === undefined ? 0 : highest(last, coverageOf);
    const above = covering.filter((hits) => highest(hits, coverageOf) > cut);
    const near = query.vector === undefined ? [] : top(scored, cosineOf, query.candidates);
    const certain = [...near, ...above].map(idOf);
    const tied = covering.filter((hits) => highest(hits, coverageOf) === cut).map(idOf);
    return { certain: new Set(certain), possible: new Set([...certain, ...tied]) };
  }

  vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    const { memories } = this.tenant(tenantId);
    const known = memoryIds.flatMap((id) => memories.get(id) ?? []);
    return Promise.resolve(
      new Map(known.map(({ memoryId, points }) => [memoryId, points.map(({ vector }) => vector)])),
    );
  }

  termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    const frequencies = new Map(terms.map((term) => [term, 0]));
    for (const { terms: held } of this.points(tenantId)) {
      for (const term of held) {
        const frequency = frequencies.get(term);
        if (frequency !== undefined) frequencies.set(term, frequency + 1);
      }
    }
    return Promise.resolve(frequencies);
  }

  countPoints(tenantId: TenantId): Promise<number> {
    return Promise.resolve(this.points(tenantId).length);
  }

  count(tenantId: TenantId): Promise<number> {
    return Promise.resolve(this.tenant(tenantId).memories.size);
  }

  erase(tenantId: TenantId): Promise<number> {
    const { memories, removed } = this.tenant(tenantId);
    this.tenants.delete(tenantId);
    return Promise.resolve(memories.size + removed.size);
  }

  countEntries(tenantId: TenantId): Promise<number> {
    const tenant = this.tenants.get(tenantId);
    return Promise.resolve((tenant?.memories.size ?? 0) + (tenant?.removed.size ?? 0));
  }

  private scored(tenantId: TenantId, query: VectorQuery): VectorHit[][] {
    const memories = [...this.tenant(tenantId).memories.values()].filter((memory) => matches(memory, query.filter));
    return memories.map((memory) => memory.points.map((point) => score(memory, point, query)));
  }

  private points(tenantId: TenantId): IndexedPoint[] {
    return [...this.tenant(tenantId).memories.values()].flatMap(({ points }) => points);
  }

  private tenant(tenantId: TenantId): Tenant {
    const tenant = this.tenants.get(tenantId) ?? { memories: new Map(), removed: new Set() };
    this.tenants.set(tenantId, tenant);
    return tenant;
  }
}

function matches(memory: IndexedMemory, filter: VectorFilter): boolean {
  const { attributes: held, occurredAt, expiresAt } = memory;
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return false;
  const { attributes: groups = [], occurredFrom, occurredTo } = filter;
  const before = occurredFrom !== undefined && occurredAt < occurredFrom;
  const after = occurredTo !== undefined && occurredAt > occurredTo;
  const lacking = groups.some((group) => !group.some((attribute) => held.includes(attribute)));
  return !before && !after && !lacking && isOfKind(memory, filter);
}

function isOfKind({ type, tags, createdAt }: IndexedMemory, filter: VectorFilter): boolean {
  const wanted = filter.tags ?? [];
  const has = (tag: string): boolean => tags.includes(tag);
  const tagged = wanted.length === 0 || (filter.tagsMode === 'any' ? wanted.some(has) : wanted.every(has));
  const late = filter.createdFrom === undefined || createdAt >= filter.createdFrom;
  const early = filter.createdTo === undefined || createdAt <= filter.createdTo;
  return tagged && late && early && (filter.type === undefined || type === filter.type);
}

function score(
  { memoryId }: IndexedMemory,
  { passage, start, end, vector, terms }: IndexedPoint,
  query: VectorQuery,
): VectorHit {
  let cosine = 0;
  for (let i = 0; i < vector.length; i++) cosine += (vector[i] ?? 0) * (query.vector?.[i] ?? 0);
  const held = new Set(terms);
  let covered = 0;
  let all = 0;
  for (const { term, weight } of query.terms) {
    all += weight;
    if (held.has(term)) covered += weight;
  }
  return { memoryId, passage, start, end, cosine, coverage: all > 0 ? covered / all : 0 };
}

function cosineOf({ cosine }: VectorHit): number {
  return cosine;
}

function coverageOf({ coverage }: VectorHit): number {
  return coverage;
}

function covers(hits: readonly VectorHit[]): boolean {
  return hits.some(({ coverage }) => coverage > 0);
}

function highest(hits: readonly VectorHit[], by: (hit: VectorHit) => number): number {
  return Math.max(...hits.map(by));
}

function idOf([hit]: readonly VectorHit[]): string {
  return hit?.memoryId ?? '';
}

function top(memories: VectorHit[][], by: (hit: VectorHit) => number, count: number): VectorHit[][] {
  const keyed = memories.map((hits) => ({ hits, key: highest(hits, by), id: idOf(hits) }));
  return keyed
    .sort((a, b) => b.key - a.key || (a.id < b.id ? -1 : 1))
    .slice(0, count)
    .map(({ hits }) => hits);
}

function best(hits: VectorHit[], by: (hit: VectorHit) => number): VectorHit {
  return hits.reduce((most, hit) => (by(hit) > by(most) ? hit : most));
}
