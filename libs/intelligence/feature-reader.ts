import { Injectable } from '@nestjs/common';
import { MemoryIndexService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform';
import { ObservationReader } from './observation-reader.js';
import { countOf, LOWEST_ID, type PackedChunk } from './packed-chunk.js';

/** A tenant's memories as pattern detection reads them. */
export interface StoredFeatures {
  /** Packed observations, the newest first. */
  readonly chunks: readonly PackedChunk[];
  readonly memories: number;
  /** Memories of the tenant that have no features yet. */
  readonly missing: number;
  /** Memories that were left out because there are too many. */
  readonly beyond: number;
}

/** What there is to analyse of a tenant, and what there is not. */
@Injectable()
export class FeatureReader {
  constructor(
    private readonly observations: ObservationReader,
    private readonly index: MemoryIndexService,
  ) {}

  async read(tenant: TenantId, modelId: string): Promise<StoredFeatures> {
    await this.index.settle();
    const chunks = await this.observations.read(tenant, modelId);
    const memories = countOf(chunks);
    const short = Math.max(0, (await this.index.records(tenant)) - memories);
    const isAll = chunks.at(-1)?.from === LOWEST_ID;
    return { chunks, memories, missing: isAll ? short : 0, beyond: isAll ? 0 : short };
  }
}
