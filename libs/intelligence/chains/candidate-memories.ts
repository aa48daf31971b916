import { Injectable } from '@nestjs/common';
import { MAX_MEMORIES, type ChainMemory } from '@mneme/analysis';
import { TenantDb } from '@mneme/platform/database';
import { ChainMemoryCache } from './chain-memory.cache.js';
import { LinkedMemories } from './linked-memories.js';
import { TopicSearch } from './topic-search.js';
import type { ChainRequestContext } from './chain-request.context.js';
import { MemoryFeaturesRepository } from '../features/memory-features.repository.js';
import { type TimeRangeInput, timeRangeOf, within } from './time-range.field.js';

/** The most relevant memories, from which links, names and tags are followed. */
const SEEDS = 20;

/**
 * Gathers the memories of which chains are made: people ask in other words than they decided in, so first a wide pool
 * around the topic to find the likeliest decisions in, then what is around these.
 */
@Injectable()
export class CandidateMemories {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly cache: ChainMemoryCache,
    private readonly linked: LinkedMemories,
    private readonly topicSearch: TopicSearch,
    private readonly features: MemoryFeaturesRepository,
  ) {}

  /** What is named, what the topic brings, then links of the most relevant two hops out, then who shares their rare names and tags. */
  async ofTopic(
    context: ChainRequestContext,
    timeRange?: TimeRangeInput,
    named: readonly string[] = [],
  ): Promise<ChainMemory[]> {
    const byRelevance = await this.inRange(context, [...new Set([...named, ...context.relevance.keys()])], timeRange);
    const relevant = new Set(byRelevance.slice(0, SEEDS));
    const seeds = (await this.cache.load(context, byRelevance)).filter(({ id }) => relevant.has(id));
    const beside = await this.inRange(context, await this.around(context, seeds), timeRange);
    return this.poolOf(context, [...byRelevance, ...beside]);
  }

  /** What the topic brings, and what is linked to the likeliest decisions, shares their rare names and tags, or is like them. */
  async ofDecisions(
    context: ChainRequestContext,
    first: readonly ChainMemory[],
    decisions: ReadonlySet<string>,
    timeRange?: TimeRangeInput,
  ): Promise<ChainMemory[]> {
    const likely = first.filter(({ id }) => decisions.has(id));
    const relevant = first.filter(({ relevance }) => relevance > 0);
    const [around, ...like] = await Promise.all([
      this.around(context, likely),
      ...likely.map((memory) => this.topicSearch.like(context, memory)),
    ]);
    const beside = await this.inRange(context, [around, ...like].flat(), timeRange);
    return this.poolOf(context, [...relevant, ...likely].map(({ id }) => id).concat(beside), first);
  }

  /** @param known memories that come first */
  private async poolOf(
    context: ChainRequestContext,
    ids: readonly string[],
    known: readonly ChainMemory[] = [],
  ): Promise<ChainMemory[]> {
    const wanted = new Set([...new Set(ids)].slice(0, MAX_MEMORIES));
    const first = new Set(known.map(({ id }) => id));
    const others = await this.cache.load(
      context,
      [...wanted].filter((id) => !first.has(id)),
    );
    return [...known.filter(({ id }) => wanted.has(id)), ...others];
  }

  private async inRange(
    { tenant, modelId }: ChainRequestContext,
    ids: readonly string[],
    timeRange: TimeRangeInput | undefined,
  ): Promise<readonly string[]> {
    if (timeRange === undefined) return ids;
    const times = await this.tenantDb.read(tenant, (tx) => this.features.eventTimes(tx, tenant, modelId, ids));
    const range = timeRangeOf(timeRange);
    return ids.filter((id) => within(range, times.get(id)));
  }

  /** What is linked to these two hops out, then who shares their rare names and tags. */
  private async around(context: ChainRequestContext, memories: readonly ChainMemory[]): Promise<string[]> {
    return this.linked.around(context, memories, (ids) => this.cache.load(context, ids.slice(0, MAX_MEMORIES)));
  }
}
