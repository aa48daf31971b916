import { Injectable } from '@nestjs/common';
import type { Background } from '@mneme/analysis';
import { backgroundOf } from '@mneme/analysis';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { RetrievalService } from '@mneme/retrieval';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { MemoryFeaturesRepository, type SampledMemory } from '../features/memory-features.repository.js';
import { RolePrototypeVectors } from './role-prototypes.js';
import { meanDirection } from '../stored-form/vector-sketch.js';

/** Their 3,600 pairs tell mean and deviation to some hundredths. */
const SAMPLE = 300;
const MAX = 2 * SAMPLE;
const BUCKETS = 1_024;
const REMEMBERED_BYTES = 16_000_000;

/** What was measured, and on which memories. */
interface Measured {
  readonly stamp: string;
  readonly background: Background;
}

/** What a tenant's memories have in common, and how much unrelated ones are alike beside it; both depend on the model. */
@Injectable()
export class TenantBaseline {
  /** By tenant and model; by what they were made from, so that an answer never depends on when it was first asked for. */
  private readonly known = new LRUCache<string, Measured>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ background }) => 500 + background.centre.byteLength,
  });

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly features: MemoryFeaturesRepository,
    private readonly retrieval: RetrievalService,
    private readonly roles: RolePrototypeVectors,
  ) {}

  /** @param total memories of the tenant */
  async of(tenant: TenantId, modelId: string, total: number): Promise<Background> {
    const buckets = Math.min(BUCKETS, Math.ceil((SAMPLE * BUCKETS) / Math.max(1, total)));
    const stamp = await this.tenantDb.read(tenant, (tx) =>
      this.features.sampleStamp(tx, tenant, modelId, buckets, MAX),
    );
    const before = this.known.get(keyOf(tenant, modelId));
    return before?.stamp === stamp ? before.background : this.made(tenant, modelId, buckets);
  }

  forget(tenant: TenantId): void {
    for (const key of [...this.known.keys()]) if (key.endsWith(keyOf(tenant, ''))) this.known.delete(key);
  }

  private async made(tenant: TenantId, modelId: string, buckets: number): Promise<Background> {
    const sample = await this.tenantDb.read(tenant, (tx) => this.features.sample(tx, tenant, modelId, buckets, MAX));
    const background = await this.measure(tenant, modelId, sample);
    // Else vectors of another model may have been measured.
    if (this.retrieval.modelIds[0] === modelId) {
      this.known.set(keyOf(tenant, modelId), { stamp: stampOf(sample), background });
    }
    return background;
  }

  private async measure(tenant: TenantId, modelId: string, sample: readonly SampledMemory[]): Promise<Background> {
    const ids = sample.map(({ memoryId }) => memoryId);
    const [vectors, prototypes] = await Promise.all([this.retrieval.vectors(tenant, ids), this.roles.of(modelId)]);
    return backgroundOf(
      ids.flatMap((id) => (vectors.has(id) ? [meanDirection(vectors.get(id) ?? [])] : [])),
      prototypes,
    );
  }
}

function keyOf(tenant: TenantId, modelId: string): string {
  return `${modelId} ${tenant}`;
}

/** As `MemoryFeaturesRepository.sampleStamp` has the database make it. */
function stampOf(sample: readonly SampledMemory[]): string {
  const byId = sample.map(({ memoryId, version }) => `${memoryId} ${version}`).sort();
  return createHash('sha256').update(byId.join(';')).digest('base64');
}
