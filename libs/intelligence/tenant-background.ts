import { Injectable } from '@nestjs/common';
import type { Background } from '@mneme/analysis';
import { backgroundOf } from '@mneme/analysis';
import { TenantDb, type TenantId } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { MemoryFeaturesRepository, type SampledMemory } from './memory-features.repository.js';
import { meanDirection } from './sketch.js';

/** Their 7,200 pairs tell mean and deviation to a hundredth. */
const SAMPLE = 300;
const MOST = 2 * SAMPLE;
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
    private readonly retrieval: RetrievalService,
  ) {}

  /** @param total memories of the tenant */
  async of(tenant: TenantId, modelId: string, total: number): Promise<Background> {
    const buckets = Math.min(BUCKETS, Math.ceil((SAMPLE * BUCKETS) / Math.max(1, total)));
    const stamp = await this.tenantDb.read(tenant, (tx) =>
      this.features.sampleStamp(tx, tenant, modelId, buckets, MOST),
    );
    return this.known.get(keyOf(tenant, modelId, stamp)) ?? this.made(tenant, modelId, buckets);
  }

  private async made(tenant: TenantId, modelId: string, buckets: number): Promise<Background> {
    const sample = await this.tenantDb.read(tenant, (tx) => this.features.sample(tx, tenant, modelId, buckets, MOST));
    const background = await this.measure(tenant, sample);
    this.known.set(keyOf(tenant, modelId, stampOf(sample)), background);
    return background;
  }

  private async measure(tenant: TenantId, sample: readonly SampledMemory[]): Promise<Background> {
    const ids = sample.map(({ memoryId }) => memoryId);
    const vectors = await this.retrieval.vectors(tenant, ids);
    return backgroundOf(ids.flatMap((id) => (vectors.has(id) ? [meanDirection(vectors.get(id) ?? [])] : [])));
  }
}

function keyOf(tenant: TenantId, modelId: string, stamp: string): string {
  return `${modelId} ${tenant} ${stamp}`;
}

/** As `MemoryFeaturesRepository.sampleStamp` has the database make it. */
function stampOf(sample: readonly SampledMemory[]): string {
  const byId = sample.map(({ memoryId, version }) => `${memoryId} ${version}`).sort();
  return createHash('sha256').update(byId.join(';')).digest('base64');
}
