import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Batcher } from '@mneme/platform/concurrency';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import type { Memory } from '../storage/memory.entity.js';
import { assertWritten, type BatchOutcome } from './batch-outcome.js';
import { MemoryBatchService } from './memory-batch.service.js';
import { retried } from './upsert-retries.js';

/** While one transaction is written, the memories of the next one come in: with two at once both were half as large. */
const BATCHES = { maxItems: 256, maxInFlight: 1 };

/**
 * Stores single memories. Those of a tenant that come at once share a transaction: each of its statements costs the same
 * for one memory as for eight.
 */
@Injectable()
export class MemoryCreations implements OnApplicationShutdown {
  private readonly batcher = new Batcher<TenantId, Memory, readonly BatchOutcome[]>(
    (tenant, memories) => this.store(tenant, memories),
    BATCHES,
  );

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly batches: MemoryBatchService,
  ) {}

  /** Resolves once the memory is committed. @throws DomainError as `assertWritten` */
  async add(tenant: TenantId, memory: Memory): Promise<void> {
    const { result, offset } = await this.batcher.add(tenant, [memory]);
    assertWritten(result[offset]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.batcher.idle();
  }

  private store(tenant: TenantId, memories: readonly Memory[]): Promise<BatchOutcome[]> {
    return retried(() => this.tenantDb.run(tenant, (tx) => this.batches.write(tx, tenant, memories)));
  }
}
