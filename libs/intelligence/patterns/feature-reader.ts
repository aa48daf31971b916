import { Injectable } from '@nestjs/common';
import { IndexAdminService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { FEATURES_WAIT_MS } from '../features/missing-features.js';
import { MAX_OBSERVATIONS, ObservationReader } from './observation-reader.js';
import { countOf, MIN_ID, type PackedBytes } from '../stored-form/packed-chunk.js';

/** A tenant's memories as pattern detection reads them. */
export interface StoredFeatures {
  /** Packed observations, the newest first. */
  readonly chunks: readonly PackedBytes[];
  readonly memories: number;
  /** Memories of the tenant that have no features yet. */
  readonly missing: number;
  /** Memories that were left out because there are too many; Infinity if they were not counted. */
  readonly beyond: number;
}

/** What there is to analyse of a tenant, and what there is not. */
@Injectable()
export class FeatureReader {
  constructor(
    private readonly observations: ObservationReader,
    private readonly indexAdmin: IndexAdminService,
  ) {}

  /** @param asOf memories stored later may be among them, but take no place of those stored before */
  async read(tenant: TenantId, modelId: string, asOf?: Date): Promise<StoredFeatures> {
    await this.indexAdmin.settleTenant(tenant, FEATURES_WAIT_MS);
    if (asOf !== undefined && (await this.indexAdmin.records(tenant)) > MAX_OBSERVATIONS) {
      const { isAll, ...past } = await this.observations.storedBy(tenant, modelId, asOf);
      return { ...past, beyond: isAll ? 0 : Infinity };
    }
    const chunks = await this.observations.read(tenant, modelId);
    const memories = countOf(chunks);
    const short = Math.max(0, (await this.indexAdmin.records(tenant)) - memories);
    const isAll = chunks.at(-1)?.from === MIN_ID;
    return { chunks, memories, missing: isAll ? short : 0, beyond: isAll ? 0 : short };
  }
}
