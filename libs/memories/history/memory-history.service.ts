import { Injectable } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { decodeCursor, encodeCursor } from '@mneme/platform/answers';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { parseId, type TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { MemoriesService, type Superseded } from '../records/memories.service.js';
import { MemoriesRepository } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemoryHistoryRepository, type MemoryVersion } from './memory-history.repository.js';

/** What a change can change. */
const FIELDS = ['content', 'importance', 'tags', 'metadata', 'expiresAt'] as const;
export type ChangedField = (typeof FIELDS)[number];

/** A version, and what is different in it from the one before; undefined where that is not kept. */
export interface HistoryEntry extends MemoryVersion {
  readonly changed: readonly ChangedField[] | undefined;
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly nextCursor: string | undefined;
}

const DEFAULT_LIMIT = 50;

/** How a memory has come to be what it is. */
@Injectable()
export class MemoryHistoryService {
  constructor(
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly memories: MemoriesRepository,
    private readonly history: MemoryHistoryRepository,
    private readonly current: MemoriesService,
  ) {}

  /** Newest first, beginning with what the memory is now. @throws DomainError notFound */
  async page(tenant: TenantId, id: string, limit = DEFAULT_LIMIT, cursor?: string): Promise<HistoryPage> {
    const below = cursor === undefined ? undefined : versionOf(cursor);
    return this.tenantDb.runSnapshot(tenant, async (tx) => {
      const memory = await this.present(tx, tenant, id);
      const newest = below === undefined ? [memory] : [];
      // One more than the page: it says what has changed since, and whether another page follows.
      const missing = limit + 1 - newest.length;
      const before = below ?? memory.version;
      const earlier = await this.history.before(tx, tenant, memory.id, before, missing, this.config.historyDays);
      const versions = [...newest, ...earlier];
      const shown = versions.slice(0, limit);
      const last = shown.at(-1);
      const entries = shown.map((version, i) => ({ ...version, changed: changedFields(version, versions[i + 1]) }));
      return { entries, nextCursor: versions.length > limit && last ? encodeCursor([last.version]) : undefined };
    });
  }

  /**
   * The memory as it is now, or as it was in a version.
   * @throws DomainError notFound, also where the version is no longer kept
   */
  async at(tenant: TenantId, id: string, version?: number): Promise<Memory & Superseded> {
    const memory = await this.current.get(tenant, id);
    if (version === undefined || version === memory.version) return memory;
    const earlier = await this.tenantDb.read(tenant, (tx) =>
      this.history.find(tx, tenant, memory.id, version, this.config.historyDays),
    );
    if (earlier === undefined) throw DomainError.notFound('version of the memory');
    return Object.assign(memory, earlier);
  }

  private async present(tx: EntityManager, tenant: TenantId, id: string): Promise<Memory> {
    const uuid = parseId('mem', id);
    const memory = uuid === undefined ? undefined : await this.memories.find(tx, tenant, uuid);
    if (memory === undefined) throw DomainError.notFound('memory');
    return memory;
  }
}

function versionOf(cursor: string): number {
  return decodeCursor(cursor, ([version]) =>
    Number.isSafeInteger(version) && Number(version) >= 1 && Number(version) <= 2 ** 31 - 1
      ? Number(version)
      : undefined,
  );
}

function changedFields(version: MemoryVersion, before: MemoryVersion | undefined): ChangedField[] | undefined {
  // The first version of a memory changes nothing; of any other without the one before it is not known.
  if (before === undefined) return version.version === 1 ? [] : undefined;
  return FIELDS.filter((field) => JSON.stringify(version[field]) !== JSON.stringify(before[field]));
}
