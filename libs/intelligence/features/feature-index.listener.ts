import { Injectable } from '@nestjs/common';
import { IndexListenerRegistry, type FollowUp, type IndexedRecord, type IndexListener } from '@mneme/memories';
import { statedMoment } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import { parseId, type TenantId } from '@mneme/platform/ids';
import { AnalysisWorkers } from '../workers/analysis.workers.js';
import { FeatureModelsRepository } from './feature-models.repository.js';
import type { FeatureRow } from '../stored-form/feature-rows.js';
import { MemoryFeaturesRepository } from './memory-features.repository.js';
import { mentionOfMemory } from '../stored-form/mention.hash.js';
import { meanDirection } from '../stored-form/vector-sketch.js';

/** Makes the features of each memory that is indexed. */
@Injectable()
export class FeatureIndexListener implements IndexListener {
  private readonly noted = new Set<string>();

  constructor(
    followers: IndexListenerRegistry,
    private readonly tenantDb: TenantDb,
    private readonly models: FeatureModelsRepository,
    private readonly workers: AnalysisWorkers,
    private readonly features: MemoryFeaturesRepository,
  ) {
    followers.add(this);
  }

  /** A rebuilt index brings records and vectors as they were: those that have features keep them. */
  async follow(tenant: TenantId, modelId: string, records: readonly IndexedRecord[]): Promise<FollowUp> {
    const ids = records.map(({ memory }) => memory.id);
    const known = await this.tenantDb.read(tenant, (tx) => this.features.versions(tx, tenant, modelId, ids));
    const lacking = records.filter(({ memory }) => known.get(memory.id) !== memory.version);
    return lacking.length === 0 ? () => Promise.resolve() : this.make(tenant, modelId, lacking);
  }

  /** Features of all of these, whether they have some or not. */
  async make(tenant: TenantId, modelId: string, records: readonly IndexedRecord[]): Promise<FollowUp> {
    await this.note(modelId);
    const rows = await this.workers.features({
      documents: records.map(({ memory }) => {
        const { id, version, content, type, importance, tags, metadata, createdAt } = memory;
        return { id, version, content, type, importance, tags, metadata: withIsoMoment(metadata), createdAt };
      }),
      vectors: joined(records.map(({ vectors }) => meanDirection(vectors))),
    });
    const linked = rows.map(withLinks);
    return (tx) => this.features.save(tx, tenant, modelId, linked);
  }

  async close(): Promise<void> {
    await this.workers.close();
  }

  /** Before its first row, so that none can be forgotten when the model goes. */
  private async note(modelId: string): Promise<void> {
    if (this.noted.has(modelId)) return;
    await this.tenantDb.runSystem((tx) => this.models.add(tx, modelId));
    this.noted.add(modelId);
  }
}

function joined(vectors: readonly Float32Array[]): Float32Array {
  const dimensions = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, i) => {
    all.set(vector, i * dimensions);
  });
  return all;
}

/** A link is a mention of its target. What names no memory is none; whether the memory is there shows when it is looked up. */
function withLinks(row: FeatureRow): FeatureRow {
  const targets = row.features.links.flatMap(({ to }) => parseId('mem', to) ?? []);
  const mentions = new Set([...row.mentions, ...targets.map(mentionOfMemory)]);
  return { ...row, mentions: [...mentions] };
}

/** With `occurredAt` in the one form that the analyses read, in whichever a client has stated it. */
function withIsoMoment(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const stated = statedMoment(metadata['occurredAt']);
  return stated === undefined ? metadata : { ...metadata, occurredAt: stated.iso };
}
