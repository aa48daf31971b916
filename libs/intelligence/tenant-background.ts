import { Injectable } from '@nestjs/common';
import type { Background } from '@mneme/analysis';
import { backgroundOf } from '@mneme/analysis';
import { MemoryIndexService } from '@mneme/memories';
import { TenantDb, type TenantId } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { MemoryFeaturesRepository, type SampledMemory } from './memory-features.repository.js';
import { meanDirection } from './sketch.js';

/** Their 2,000 pairs tell mean and deviation to a hundredth. */
const SAMPLE = 300;
const BUCKETS = 1_024;
const REMEMBERED = 10_000;

/** What cosines of unrelated memories of a tenant look like: raw cosines mean something else with every model and tenant. */
@Injectable()
export class TenantBackground {
  /** By what they were made from, so that an answer never depends on when it was first asked for. */
  private readonly known = new LRUCache<string, Background>({ max: REMEMBERED });

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly features: MemoryFeaturesRepository,
    private readonly index: MemoryIndexService,
    private readonly retrieval: RetrievalService,
  ) {}

  async of(tenant: TenantId, modelId: string): Promise<Background> {
    const total = await this.index.records(tenant);
    const buckets = Math.min(BUCKETS, Math.ceil((SAMPLE * BUCKETS) / Math.max(1, total)));
    const sample = await this.tenantDb.run(tenant, (tx) => this.features.sample(tx, tenant, modelId, buckets));
    const chosen = sample.slice(0, 2 * SAMPLE);
    const key = keyOf(tenant, modelId, chosen);
    const known = this.known.get(key) ?? (await this.measure(tenant, chosen));
    this.known.set(key, known);
    return known;
  }

  private async measure(tenant: TenantId, sample: readonly SampledMemory[]): Promise<Background> {
    const ids = sample.map(({ memoryId }) => memoryId);
    const vectors = await this.retrieval.vectors(tenant, ids);
    return backgroundOf(ids.flatMap((id) => (vectors.has(id) ? [meanDirection(vectors.get(id) ?? [])] : [])));
  }
}

function keyOf(tenant: TenantId, modelId: string, sample: readonly SampledMemory[]): string {
  const hash = createHash('sha256').update(JSON.stringify([tenant, modelId]));
  for (const { memoryId, version } of sample) hash.update(`${memoryId} ${version};`);
  return hash.digest('base64');
}
