import { Injectable } from '@nestjs/common';
import { MOST_MEMORIES, type ChainInput, type ChainMemory } from '@mneme/analysis';
import { TenantDb } from '@mneme/platform';
import { ChainMemories, type ChainScope } from './chain-memories.js';
import { ChainNeighbours } from './chain-neighbours.js';
import { ChainProposals } from './chain-proposals.js';
import { MemoryFeaturesRepository } from './memory-features.repository.js';
import { type TimeRangeInput, timeRangeOf, within } from './time-range.field.js';

/** The most relevant memories, from which links, names and tags are followed. */
const SEEDS = 20;

/** Memories that may tell of a decision, and how common their names and tags are. */
export interface Pool extends Pick<ChainInput, 'memories' | 'entityCounts'> {
  /** Those that have no features yet. */
  readonly missing: number;
}

/**
 * Gathers the memories of which chains are made: people ask in other words than they decided in, so first a wide pool
 * around the topic to find the likeliest decisions in, then what is around these.
 */
@Injectable()
export class ChainPool {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly memories: ChainMemories,
    private readonly neighbours: ChainNeighbours,
    private readonly proposals: ChainProposals,
    private readonly features: MemoryFeaturesRepository,
  ) {}

  /** What the topic brings, then links of the most relevant two hops out, then who shares their rare names and tags. */
  async ofTopic(scope: ChainScope, timeRange?: TimeRangeInput): Promise<Pool> {
    const byRelevance = await this.inRange(scope, [...scope.relevance.keys()], timeRange);
    const seeds = await this.memories.load(scope, byRelevance.slice(0, SEEDS));
    const linked = await this.linked(scope, seeds.memories);
    const sharing = await this.neighbours.sharing(scope.tenant, seeds.memories);
    const beside = await this.inRange(scope, [...linked, ...sharing], timeRange);
    return this.poolOf(scope, [...byRelevance, ...beside]);
  }

  /** What the topic brings, and what is linked to the likeliest decisions, shares their rare names and tags, or is like them. */
  async ofDecisions(
    scope: ChainScope,
    first: Pool,
    decisions: ReadonlySet<string>,
    timeRange?: TimeRangeInput,
  ): Promise<Pool> {
    const likely = first.memories.filter(({ id }) => decisions.has(id));
    const relevant = first.memories.filter(({ relevance }) => relevance > 0);
    const linked = await this.linked(scope, likely);
    const sharing = await this.neighbours.sharing(scope.tenant, likely);
    const like: string[] = [];
    for (const { content } of likely) like.push(...(await this.proposals.like(scope.tenant, content, scope.asOf)));
    const beside = await this.inRange(scope, [...linked, ...sharing, ...like], timeRange);
    return this.poolOf(scope, [...relevant, ...likely].map(({ id }) => id).concat(beside), first.memories);
  }

  /** @param known memories that have been loaded before */
  private async poolOf(scope: ChainScope, ids: readonly string[], known: readonly ChainMemory[] = []): Promise<Pool> {
    const wanted = new Set([...new Set(ids)].slice(0, MOST_MEMORIES));
    const loaded = new Set(known.map(({ id }) => id));
    const { memories: others, missing } = await this.memories.load(
      scope,
      [...wanted].filter((id) => !loaded.has(id)),
    );
    const memories = [...known.filter(({ id }) => wanted.has(id)), ...others];
    return { memories, entityCounts: await this.neighbours.counts(scope.tenant, memories), missing };
  }

  private async inRange(
    { tenant, modelId }: ChainScope,
    ids: readonly string[],
    timeRange: TimeRangeInput | undefined,
  ): Promise<readonly string[]> {
    if (timeRange === undefined) return ids;
    const times = await this.tenantDb.run(tenant, (tx) => this.features.eventTimes(tx, tenant, modelId, ids));
    const range = timeRangeOf(timeRange);
    return ids.filter((id) => within(range, times.get(id)));
  }

  private async linked(scope: ChainScope, seeds: readonly ChainMemory[]): Promise<string[]> {
    const once = await this.neighbours.linked(scope.tenant, seeds);
    const next = await this.memories.load(scope, once.slice(0, MOST_MEMORIES));
    return [...once, ...(await this.neighbours.linked(scope.tenant, next.memories))];
  }
}

/** Links whose ends are not among the memories name what is not there, or not the tenant's. */
export function withKnownLinks(memories: readonly ChainMemory[]): ChainMemory[] {
  const ids = new Set(memories.map(({ id }) => id));
  return memories.map((memory) => ({ ...memory, links: memory.links.filter(({ to }) => ids.has(to)) }));
}
