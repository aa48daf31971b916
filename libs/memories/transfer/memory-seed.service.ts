import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { QuotaService } from '@mneme/usage';
import { MemoriesRepository } from '../storage/memories.repository.js';
import { MemoryIndexer } from '../indexing/memory-indexer.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemorySeedsRepository } from './memory-seeds.repository.js';
import { newMemory, totalBytes, type NewMemory } from '../storage/memory.factory.js';

export interface SeedOptions {
  /** Stores every sample again, also those that were changed or deleted. */
  readonly reset: boolean;
  /** Called where the set is new, before anything is stored. */
  readonly onStart?: () => void;
  /** Called with the number of samples that can be found so far. */
  readonly onProgress?: (indexed: number) => void;
}

const INDEX_BATCH = 100;

/** Gives a tenant a set of sample memories, once. */
@Injectable()
export class MemorySeedService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly seeds: MemorySeedsRepository,
    private readonly memories: MemoriesRepository,
    private readonly quota: QuotaService,
    private readonly indexer: MemoryIndexer,
  ) {}

  /**
   * All samples or none are stored, in one transaction. A tenant that was given the set before keeps what it made of it.
   * @param samples each with an externalId; where the set is new, each gets the same id as in any other installation
   * @returns how many were stored
   * @throws DomainError insufficientQuota; nothing is stored then
   */
  async seed(tenant: TenantId, name: string, samples: readonly NewMemory[], options: SeedOptions): Promise<number> {
    const created = samples.map((sample) => newMemory(tenant, sample));
    const removed = await this.tenantDb.run(tenant, async (tx) => {
      const isNew = await this.seeds.mark(tx, tenant, name);
      if (!isNew && !options.reset) return undefined;
      // A set that is stored again gets new ids: an id belongs to one memory for ever.
      if (isNew) created.forEach((memory, place) => (memory.id = sampleId(name, place, memory)));
      options.onStart?.();
      const externalIds = created.flatMap((memory) => memory.externalId ?? []);
      // Also those whose time is over: they have the names of the new ones.
      await this.memories.showExpired(tx);
      const present = await this.memories.lockNamed(tx, tenant, externalIds);
      await this.quota.reserve(tx, tenant, {
        memories: created.length - present.length,
        bytes: totalBytes(created) - totalBytes(present),
      });
      await this.memories.delete(tx, tenant, present);
      await this.memories.insert(tx, tenant, created);
      return present;
    });
    if (removed === undefined) return 0;
    await this.unindex(tenant, removed);
    await this.index(tenant, created, options);
    return created.length;
  }

  private async unindex(tenant: TenantId, removed: readonly Memory[]): Promise<void> {
    await this.indexer.removeSoon(
      tenant,
      removed.map(({ id, version }) => ({ memoryId: id, version: version + 1 })),
    );
  }

  private async index(tenant: TenantId, created: readonly Memory[], { onProgress }: SeedOptions): Promise<void> {
    for (let done = 0; done < created.length; done += INDEX_BATCH) {
      await this.indexer.index(tenant, created.slice(done, done + INDEX_BATCH));
      onProgress?.(Math.min(done + INDEX_BATCH, created.length));
    }
  }
}

/** A UUIDv7 of when the sample was created, its place in the set and its name. Documents can name it. */
function sampleId(set: string, place: number, { createdAt, externalId }: Memory): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(createdAt.getTime(), 0, 6);
  bytes.writeUInt16BE(0x7000 + (place % 0x1000), 6);
  createHash('sha256')
    .update(`${set}/${externalId ?? ''}`)
    .digest()
    .copy(bytes, 8, 0, 8);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
