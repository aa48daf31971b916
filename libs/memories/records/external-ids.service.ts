import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { MemoryIndexer } from '../indexing/memory-indexer.js';
import { MemoriesRepository } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';
import { newMemory, type NewMemory } from '../storage/memory.factory.js';
import { assertWritten, writtenOf } from './batch-outcome.js';
import { MemoryBatchService } from './memory-batch.service.js';
import { MemoryDefaultsService } from './memory-defaults.service.js';
import { externalId as externalIdField } from '../dto/memory-fields.js';
import { MemoriesService, type Superseded, type Written, type WrittenMemory } from './memories.service.js';
import { MemoryRemovals } from './memory-removals.js';
import { retried } from './upsert-retries.js';

/** A memory that is there now; with the status 201 where it is new. */
export type PutMemory = WrittenMemory & Superseded & { readonly status?: 201 };

/** Memories by the names that their tenant's own system has for them. */
@Injectable()
export class ExternalIdsService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly memories: MemoriesRepository,
    private readonly batches: MemoryBatchService,
    private readonly defaults: MemoryDefaultsService,
    private readonly removals: MemoryRemovals,
    private readonly indexer: MemoryIndexer,
    private readonly current: MemoriesService,
  ) {}

  /** @throws DomainError notFound, validation */
  async get(tenant: TenantId, name: string): Promise<Memory & Superseded> {
    const externalId = checked(name);
    const memory = await this.tenantDb.read(tenant, (tx) => this.memories.findNamed(tx, tenant, externalId));
    if (memory === undefined) throw DomainError.notFound('memory');
    return this.current.withSuccessor(tenant, memory);
  }

  /**
   * Creates the memory, or makes the one that is there what is given; where it is that already, nothing is written.
   * @param expected version that is to be replaced, or whichever there is; without such a memory preconditionFailed
   * @throws DomainError preconditionFailed, insufficientQuota, validation
   */
  async put(tenant: TenantId, name: string, input: NewMemory, expected?: number | 'any'): Promise<PutMemory> {
    const externalId = checked(name);
    const [complete = input] = await this.defaults.complete(tenant, [input]);
    const given = newMemory(tenant, { ...complete, externalId });
    const [outcome] = await retried(() =>
      this.tenantDb.run(tenant, (tx) => this.batches.write(tx, tenant, [given], { onConflict: 'replace', expected })),
    );
    assertWritten(outcome);
    if (outcome === undefined || !('memory' in outcome)) throw new Error('a memory that is put is there');
    const { memory } = outcome;
    const found = await this.indexer.indexSoon(tenant, writtenOf([outcome]));
    const state = { ...stateOf(found), ...(outcome.outcome === 'created' && { status: 201 as const }) };
    return Object.assign(await this.current.withSuccessor(tenant, memory), state);
  }

  /** @throws DomainError notFound, preconditionFailed */
  async delete(tenant: TenantId, name: string, expected?: number): Promise<Written & { readonly id: string }> {
    const externalId = checked(name);
    const { id, removed } = await retried(() =>
      this.tenantDb.run(tenant, async (tx) => {
        const memory = await this.lock(tx, tenant, externalId, expected);
        return { id: memory.id, removed: await this.removals.remove(tx, tenant, [memory]) };
      }),
    );
    return { id, ...stateOf(await this.indexer.removeSoon(tenant, removed)) };
  }

  private async lock(tx: EntityManager, tenant: TenantId, externalId: string, expected?: number): Promise<Memory> {
    const [memory] = await this.memories.lockNamed(tx, tenant, [externalId]);
    if (memory === undefined) throw DomainError.notFound('memory');
    if (expected !== undefined && memory.version !== expected) {
      throw DomainError.preconditionFailed('the memory has changed since the version that If-Match names');
    }
    return memory;
  }
}

function stateOf(found: boolean): Written {
  return found ? {} : { indexing: 'pending' };
}

/** A name from a path. @throws DomainError validation */
function checked(name: string): string {
  const [fault] = externalIdField.faults(name, 'externalId');
  if (fault !== undefined) throw DomainError.validation(fault, 'externalId');
  return name;
}
