import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import { LRUCache } from 'lru-cache';
import type { PackedChunk } from '../stored-form/packed-chunk.js';

/** Four tenants of 100,000 memories, or very many small ones. */
const REMEMBERED_BYTES = 64_000_000;
/** What an entry takes beside its bytes. */
const OVERHEAD = 200;

/**
 * What was read of a tenant's observations last, so that only what has changed is read again. Nothing of it holds
 * without a look at the database: another process may have written since.
 */
@Injectable()
export class ObservationCache {
  private readonly known = new LRUCache<string, readonly PackedChunk[]>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: sizeOf,
  });

  /** The newest first, without a gap between; nothing where nothing is known. */
  get(tenant: TenantId, modelId: string): readonly PackedChunk[] {
    return this.known.get(keyOf(tenant, modelId)) ?? [];
  }

  set(tenant: TenantId, modelId: string, chunks: readonly PackedChunk[]): void {
    this.known.set(keyOf(tenant, modelId), chunks);
  }

  forget(tenant: TenantId): void {
    for (const key of [...this.known.keys()]) if (key.startsWith(keyOf(tenant, ''))) this.known.delete(key);
  }
}

/** No tenant id has a space in it. */
function keyOf(tenant: TenantId, modelId: string): string {
  return `${tenant} ${modelId}`;
}

function sizeOf(chunks: readonly PackedChunk[]): number {
  return chunks.reduce((sum, { packed }) => sum + packed.byteLength + OVERHEAD, OVERHEAD);
}
