import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MemoryIndexService } from '@mneme/memories';
import { TenantDb, type TenantId } from '@mneme/platform';
import { MemoryFeaturesRepository } from './memory-features.repository.js';

/** About 400 KB, which the driver turns into bytes in 2 ms. */
const PAGE = 1_500;
/** Of a larger tenant those stored last are read: a run stays within its memory and time. */
const MOST_OBSERVATIONS = 100_000;

/** A tenant's memories as pattern detection reads them. */
export interface StoredFeatures {
  /** Packed observations, the newest first. */
  readonly chunks: readonly Uint8Array[];
  readonly memories: number;
  /** Memories of the tenant that have no features yet. */
  readonly missing: number;
  /** Memories that were left out because there are too many. */
  readonly beyond: number;
}

/** Reads a whole tenant in short transactions, so that nobody waits for it. */
@Injectable()
export class FeatureReader {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly features: MemoryFeaturesRepository,
    private readonly index: MemoryIndexService,
  ) {}

  async read(tenant: TenantId, modelId: string): Promise<StoredFeatures> {
    await this.index.settle();
    const chunks: Uint8Array[] = [];
    let memories = 0;
    let last: string | null = null;
    do {
      last = await this.page(tenant, modelId, last, Math.min(PAGE, MOST_OBSERVATIONS - memories), (packed, count) => {
        chunks.push(packed);
        memories += count;
      });
      await nextTurn();
    } while (last !== null && memories < MOST_OBSERVATIONS);
    const total = await this.index.records(tenant);
    const short = Math.max(0, total - memories);
    return last === null
      ? { chunks, memories, missing: short, beyond: 0 }
      : { chunks, memories, missing: 0, beyond: short };
  }

  /** @returns the last memory of the page; null where there are no more */
  private async page(
    tenant: TenantId,
    modelId: string,
    before: string | null,
    limit: number,
    take: (packed: Uint8Array, memories: number) => void,
  ): Promise<string | null> {
    const page = await this.tenantDb.run(tenant, (tx) => this.features.packedPage(tx, tenant, modelId, before, limit));
    if (page === undefined) return null;
    take(page.packed, page.memories);
    return page.memories < limit ? null : page.last;
  }
}
