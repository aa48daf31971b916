import { Injectable } from '@nestjs/common';
import type { ChainMemory, MemoryFeatures } from '@mneme/analysis';
import { MemoriesService, type Memory } from '@mneme/memories';
import { parseId, TenantDb, type TenantId } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';
import { MemoryFeaturesRepository } from './memory-features.repository.js';
import { meanDirection } from './sketch.js';

/** What a memory says later rarely says what it is about. */
const READ_CHARACTERS = 2_000;

/** Which memories count. */
export interface ChainScope {
  readonly tenant: TenantId;
  readonly modelId: string;
  readonly asOf: Date;
  /** Probability that a memory answers the topic, by UUID. */
  readonly relevance: ReadonlyMap<string, number>;
}

export interface LoadedMemories {
  /** By event time, then id; links as they were written, their targets as UUIDs. */
  readonly memories: readonly ChainMemory[];
  /** Those that have no features or no vector yet. */
  readonly missing: number;
}

/** Everything that a reconstruction needs to know of memories, read under row security: foreign ids are not there. */
@Injectable()
export class ChainMemories {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly memories: MemoriesService,
    private readonly features: MemoryFeaturesRepository,
    private readonly retrieval: RetrievalService,
  ) {}

  async load({ tenant, modelId, asOf, relevance }: ChainScope, ids: readonly string[]): Promise<LoadedMemories> {
    if (ids.length === 0) return { memories: [], missing: 0 };
    const [records, vectors] = await Promise.all([
      this.memories.getMany(tenant, ids),
      this.retrieval.vectors(tenant, ids),
    ]);
    const features = await this.tenantDb.run(tenant, (tx) => this.features.findMany(tx, tenant, modelId, ids));
    const stored = records.filter(({ createdAt }) => createdAt <= asOf);
    const memories = stored.flatMap((record) => {
      const known = features.get(record.id);
      const vector = vectors.get(record.id);
      if (known === undefined || vector === undefined) return [];
      return [toChainMemory(record, known, meanDirection(vector), relevance.get(record.id) ?? 0)];
    });
    return { memories: memories.sort(byTime), missing: stored.length - memories.length };
  }
}

function toChainMemory(
  { id, type, content, importance, tags }: Memory,
  features: MemoryFeatures,
  vector: Float32Array,
  relevance: number,
): ChainMemory {
  const links = features.links.flatMap(({ kind, to }) => {
    const uuid = parseId('mem', to);
    return uuid === undefined || uuid === id ? [] : [{ kind, to: uuid }];
  });
  const read = content.slice(0, READ_CHARACTERS);
  return { id, at: features.eventTime, type, content: read, importance, tags, features, vector, relevance, links };
}

function byTime(a: ChainMemory, b: ChainMemory): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}
