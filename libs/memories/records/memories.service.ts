import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import { parseId, type TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import type { EntityManager } from 'typeorm';
import { QuotaService } from '@mneme/usage';
import { MemoryDto } from '../dto/memory.dto.js';
import { MemoriesRepository } from '../storage/memories.repository.js';
import { createdOf, MemoryBatchService, type BatchOutcome } from './memory-batch.service.js';
import { MemoryCreations } from './memory-creations.js';
import { MemoryIndexer } from '../indexing/memory-indexer.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemoryCreated, MemoryDeleted, MemoryUpdated } from '../storage/memory.events.js';
import { newMemory, patched, type MemoryPatch, type NewMemory } from '../storage/memory.factory.js';

/** `pending` where the index has not confirmed the write in time; it is stored, and will be found a little later. */
export interface Written {
  readonly indexing?: 'pending';
}

export type WrittenMemory = Memory & Written;

export interface WrittenTogether extends Written {
  readonly outcomes: readonly BatchOutcome[];
}

/**
 * The rules of single memories. What a method returns is committed, and searchable unless indexing took longer than
 * INDEX_WAIT_MS or failed; then the sweep makes it so.
 */
@Injectable()
export class MemoriesService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly memories: MemoriesRepository,
    private readonly batches: MemoryBatchService,
    private readonly creations: MemoryCreations,
    private readonly quota: QuotaService,
    private readonly indexer: MemoryIndexer,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param key of a request that may be repeated
   * @throws DomainError insufficientQuota
   */
  async create(tenant: TenantId, input: NewMemory, key?: IdempotentRequest): Promise<WrittenMemory> {
    const memory = newMemory(tenant, input);
    if (key === undefined) {
      this.indexer.prepare(memory);
      await this.creations.add(tenant, memory);
    } else {
      const answer = (): unknown => MemoryDto.tagged(memory);
      const store = (tx: EntityManager): Promise<void> => this.store(tx, tenant, memory);
      await this.tenantDb.run(tenant, (tx) => this.idempotency.once(tx, key, () => store(tx), answer));
    }
    return written(memory, await this.indexer.indexSoon(tenant, [memory]));
  }

  /**
   * Stores many at once and waits for their indexing.
   * @returns what became of each, in their order
   */
  async createMany(tenant: TenantId, inputs: readonly NewMemory[]): Promise<BatchOutcome[]> {
    const memories = inputs.map((input) => newMemory(tenant, input));
    const outcomes = await this.tenantDb.run(tenant, (tx) => this.batches.insert(tx, tenant, memories));
    await this.indexer.index(tenant, createdOf(outcomes));
    return outcomes;
  }

  /**
   * Stores memories of one request in one transaction; waits for their indexing as create does.
   * @param answerOf what a repetition of the request is answered
   * @returns what became of each, in their order
   */
  async createTogether(
    tenant: TenantId,
    inputs: readonly NewMemory[],
    key: IdempotentRequest | undefined,
    answerOf: (outcomes: readonly BatchOutcome[]) => unknown,
  ): Promise<WrittenTogether> {
    const memories = inputs.map((input) => newMemory(tenant, input));
    const store = (tx: EntityManager): Promise<BatchOutcome[]> => this.batches.insert(tx, tenant, memories);
    const outcomes = await this.tenantDb.run(tenant, (tx) => this.idempotency.once(tx, key, () => store(tx), answerOf));
    return { outcomes, ...stateOf(await this.indexer.indexSoon(tenant, createdOf(outcomes))) };
  }

  /** @throws DomainError notFound for a malformed, unknown or foreign id alike */
  async get(tenant: TenantId, id: string): Promise<Memory> {
    const uuid = uuidOf(id);
    return this.tenantDb.read(tenant, async (tx) => found(await this.memories.find(tx, tenant, uuid)));
  }

  /** Those of these memories, named by UUID, that the tenant has; in no order. */
  async getMany(tenant: TenantId, uuids: readonly string[]): Promise<Memory[]> {
    if (uuids.length === 0) return [];
    return this.tenantDb.read(tenant, (tx) => this.memories.findMany(tx, tenant, uuids));
  }

  /**
   * Two patches at once both hold where they touch different fields; on the same field the later one wins.
   * @param expected the version that the client saw; another one now is preconditionFailed
   * @throws DomainError notFound, preconditionFailed, insufficientQuota
   */
  async patch(tenant: TenantId, id: string, patch: MemoryPatch, expected?: number): Promise<WrittenMemory> {
    const uuid = uuidOf(id);
    const { before, after } = await this.tenantDb.run(tenant, async (tx) => {
      const current = await this.lock(tx, tenant, uuid, expected);
      const changed = Object.values(patch).some((value) => value !== undefined);
      if (!changed) return { before: current, after: current };
      const next = patched(current, patch);
      await this.quota.reserve(tx, tenant, { memories: 0, bytes: next.bytes - current.bytes });
      await this.memories.update(tx, tenant, next, next.bytes - current.bytes);
      await this.outbox.add(tx, tenant, MemoryUpdated, [next]);
      return { before: current, after: next };
    });
    return after === before ? after : written(after, await this.indexer.indexSoon(tenant, [after]));
  }

  /** Deletes for good. From then on no search shows it, even if the index still holds it. */
  async delete(tenant: TenantId, id: string, expected?: number): Promise<Written> {
    const uuid = uuidOf(id);
    const removed = await this.tenantDb.run(tenant, async (tx) => {
      const current = await this.lock(tx, tenant, uuid, expected);
      await this.quota.reserve(tx, tenant, { memories: -1, bytes: -current.bytes });
      await this.memories.delete(tx, tenant, current);
      const version = current.version + 1;
      const deletion = { tenantId: tenant, id: uuid, version, deletedAt: new Date() };
      await this.outbox.add(tx, tenant, MemoryDeleted, [deletion]);
      return { memoryId: uuid, version };
    });
    return (await this.indexer.removeSoon(tenant, removed)) ? {} : { indexing: 'pending' };
  }

  private async store(tx: EntityManager, tenant: TenantId, memory: Memory): Promise<void> {
    await this.quota.reserve(tx, tenant, { memories: 1, bytes: memory.bytes });
    await this.memories.insert(tx, tenant, [memory]);
    await this.outbox.add(tx, tenant, MemoryCreated, [memory]);
  }

  private async lock(tx: EntityManager, tenant: TenantId, uuid: string, expected?: number): Promise<Memory> {
    const memory = found(await this.memories.lock(tx, tenant, uuid));
    if (expected !== undefined && memory.version !== expected) {
      throw DomainError.preconditionFailed('the memory has changed since the version that If-Match names');
    }
    return memory;
  }
}

function written(memory: Memory, indexed: boolean): WrittenMemory {
  return Object.assign(memory, stateOf(indexed));
}

function stateOf(indexed: boolean): Written {
  return indexed ? {} : { indexing: 'pending' };
}

function uuidOf(id: string): string {
  return found(parseId('mem', id));
}

function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw DomainError.notFound('memory');
  return value;
}
