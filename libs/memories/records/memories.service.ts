import { Injectable } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import { parseId, type TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import type { EntityManager } from 'typeorm';
import { QuotaService } from '@mneme/usage';
import { MemoryDto } from '../dto/memory.dto.js';
import { MemoriesRepository } from '../storage/memories.repository.js';
import { assertWritten, type BatchOutcome, writtenOf } from './batch-outcome.js';
import { type BatchOptions, MemoryBatchService } from './memory-batch.service.js';
import { MemoryCreations } from './memory-creations.js';
import { MemoryDefaultsService } from './memory-defaults.service.js';
import { MemoryRemovals } from './memory-removals.js';
import { MemoryIndexer } from '../indexing/memory-indexer.js';
import { SupersessionRules } from './supersession-rules.js';
import { retried } from './upsert-retries.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemoryUpdated } from '../storage/memory.events.js';
import { newMemory, patched, type MemoryPatch, type NewMemory } from '../storage/memory.factory.js';

/** `pending` where the index has not confirmed the write in time; it is stored, and will be found a little later. */
export interface Written {
  readonly indexing?: 'pending';
}

export type WrittenMemory = Memory & Written;

/** The UUID of the latest memory that supersedes this one. */
export interface Superseded {
  readonly supersededBy?: string | undefined;
}

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
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly memories: MemoriesRepository,
    private readonly batches: MemoryBatchService,
    private readonly creations: MemoryCreations,
    private readonly defaults: MemoryDefaultsService,
    private readonly removals: MemoryRemovals,
    private readonly supersession: SupersessionRules,
    private readonly quota: QuotaService,
    private readonly indexer: MemoryIndexer,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param key of a request that may be repeated
   * @throws DomainError insufficientQuota, duplicate where the external id is taken, validation
   */
  async create(tenant: TenantId, input: NewMemory, key?: IdempotentRequest): Promise<WrittenMemory> {
    const [complete = input] = await this.defaults.complete(tenant, [input]);
    const memory = newMemory(tenant, complete);
    if (key === undefined) {
      this.indexer.prepare(memory);
      await this.creations.add(tenant, memory);
    } else {
      const answer = (): unknown => MemoryDto.tagged(memory);
      const store = async (tx: EntityManager): Promise<void> => {
        assertWritten((await this.batches.write(tx, tenant, [memory]))[0]);
      };
      await this.written(tenant, (tx) => this.idempotency.once(tx, key, () => store(tx), answer));
    }
    return Object.assign(memory, stateOf(await this.indexer.indexSoon(tenant, [memory])));
  }

  /**
   * Stores many at once and waits for their indexing.
   * @returns what became of each, in their order
   */
  async createMany(
    tenant: TenantId,
    inputs: readonly NewMemory[],
    options: BatchOptions = {},
  ): Promise<BatchOutcome[]> {
    const memories = await this.made(tenant, inputs);
    const outcomes = await this.written(tenant, (tx) => this.batches.write(tx, tenant, memories, options));
    await this.indexer.index(tenant, writtenOf(outcomes));
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
    options: BatchOptions,
    key: IdempotentRequest | undefined,
    answerOf: (outcomes: readonly BatchOutcome[]) => unknown,
  ): Promise<WrittenTogether> {
    const memories = await this.made(tenant, inputs);
    const store = (tx: EntityManager): Promise<BatchOutcome[]> => this.batches.write(tx, tenant, memories, options);
    const outcomes = await this.written(tenant, (tx) => this.idempotency.once(tx, key, () => store(tx), answerOf));
    return { outcomes, ...stateOf(await this.indexer.indexSoon(tenant, writtenOf(outcomes))) };
  }

  /** @throws DomainError notFound for a malformed, unknown or foreign id alike */
  async get(tenant: TenantId, id: string): Promise<Memory & Superseded> {
    const uuid = uuidOf(id);
    const record = await this.tenantDb.read(tenant, (tx) => this.memories.findWithSuccessor(tx, tenant, uuid));
    const { successorId, ...memory } = found(record);
    return { ...memory, supersededBy: successorId ?? undefined };
  }

  /** The memory, with the UUID of the latest one that supersedes it. */
  async withSuccessor<M extends Memory>(tenant: TenantId, memory: M): Promise<M & Superseded> {
    return this.tenantDb.read(tenant, (tx) => this.withSuccessorIn(tx, tenant, memory));
  }

  /** Those of these memories, named by UUID, that the tenant has; in no order. */
  async getMany(tenant: TenantId, uuids: readonly string[]): Promise<Memory[]> {
    if (uuids.length === 0) return [];
    return this.tenantDb.read(tenant, (tx) => this.memories.findMany(tx, tenant, uuids));
  }

  /**
   * Two patches at once both hold where they touch different fields; on the same field the later one wins. One that
   * changes nothing writes nothing.
   * @param expected the version that the client saw; another one now is preconditionFailed
   * @throws DomainError notFound, preconditionFailed, insufficientQuota, validation
   */
  async patch(
    tenant: TenantId,
    id: string,
    patch: MemoryPatch,
    expected?: number,
  ): Promise<WrittenMemory & Superseded> {
    const uuid = uuidOf(id);
    const { before, after } = await this.written(tenant, async (tx) => {
      const current = await this.lock(tx, tenant, uuid, expected);
      const next = patched(current, patch);
      if (next === current) return { before: current, after: current };
      const [fault] = (await this.supersession.faults(tx, tenant, [{ before: current, after: next }])).values();
      if (fault !== undefined) throw DomainError.validation(fault.reason, fault.field);
      await this.quota.reserve(tx, tenant, { memories: 0, bytes: next.bytes - current.bytes });
      await this.memories.update(tx, tenant, [{ before: current, after: next }], this.config.historyVersions);
      await this.outbox.add(tx, tenant, MemoryUpdated, [next]);
      return { before: current, after: next };
    });
    const state = after === before ? {} : stateOf(await this.indexer.indexSoon(tenant, [after]));
    return Object.assign(await this.withSuccessor(tenant, after), state);
  }

  /** Deletes for good. From then on no search shows it, even if the index still holds it. */
  async delete(tenant: TenantId, id: string, expected?: number): Promise<Written> {
    const uuid = uuidOf(id);
    const removed = await this.written(tenant, async (tx) =>
      this.removals.remove(tx, tenant, [await this.lock(tx, tenant, uuid, expected)]),
    );
    return stateOf(await this.indexer.removeSoon(tenant, removed));
  }

  /** In one transaction, and in another one where writers were in each other's way. */
  private async written<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return retried(() => this.tenantDb.run(tenant, work));
  }

  private async withSuccessorIn<M extends Memory>(
    tx: EntityManager,
    tenant: TenantId,
    memory: M,
  ): Promise<M & Superseded> {
    const supersededBy = (await this.memories.successors(tx, tenant, [memory])).get(memory.id);
    return Object.assign(memory, { supersededBy });
  }

  private async made(tenant: TenantId, inputs: readonly NewMemory[]): Promise<Memory[]> {
    return (await this.defaults.complete(tenant, inputs)).map((input) => newMemory(tenant, input));
  }

  private async lock(tx: EntityManager, tenant: TenantId, uuid: string, expected?: number): Promise<Memory> {
    const memory = found(await this.memories.lock(tx, tenant, uuid));
    if (expected !== undefined && memory.version !== expected) {
      throw DomainError.preconditionFailed('the memory has changed since the version that If-Match names');
    }
    return memory;
  }
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
