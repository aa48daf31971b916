import { Injectable } from '@nestjs/common';
import type { ChainMemory } from '@mneme/analysis';
import { parseId, TenantDb } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';
import { LRUCache } from 'lru-cache';
import { type ChainRow, ChainRowsRepository, type StampRow } from './chain-rows.repository.js';
import type { ChainScope } from './chain-scope.js';
import { sizeOf } from './chain-task.js';
import { meanDirection } from './sketch.js';

/** What a memory says later rarely says what it is about. */
const READ_CHARACTERS = 2_000;
const REMEMBERED_BYTES = 32_000_000;

/**
 * Everything that a reconstruction needs to know of memories, read under row security: foreign ids are not there. Which
 * memories there are, and in which version, is asked each time; what has been read of a version is remembered.
 */
@Injectable()
export class ChainMemories {
  /** By tenant, model, memory and version; without relevance, which is a matter of the topic. */
  private readonly known = new LRUCache<string, ChainMemory>({ maxSize: REMEMBERED_BYTES, sizeCalculation: sizeOf });

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly rows: ChainRowsRepository,
    private readonly retrieval: RetrievalService,
  ) {}

  /** Those of these memories that count, by event time, then id; links as they were written, their targets as UUIDs. */
  async load(scope: ChainScope, ids: readonly string[]): Promise<ChainMemory[]> {
    const distinct = [...new Set(ids)];
    const unread = distinct.filter((id) => !scope.memories.has(id));
    if (unread.length > 0) await this.read(scope, unread);
    return distinct.flatMap((id) => scope.memories.get(id) ?? []).sort(byTime);
  }

  private async read(scope: ChainScope, ids: readonly string[]): Promise<void> {
    const { tenant, modelId, asOf, relevance } = scope;
    const found = await this.tenantDb.run(tenant, (tx) => this.rows.stamps(tx, tenant, modelId, ids));
    const stamps = found.filter(({ createdAt }) => createdAt <= asOf);
    for (const stamp of stamps) if (stamp.analysed === stamp.version) scope.keys.set(stamp.id, keyOf(scope, stamp));
    const anew = await this.readAnew(
      scope,
      stamps.filter(({ id }) => !this.known.has(scope.keys.get(id) ?? '')),
    );
    for (const { id } of stamps) {
      const memory = anew.get(id) ?? this.known.get(scope.keys.get(id) ?? '');
      if (memory === undefined) scope.missing++;
      else scope.memories.set(id, { ...memory, relevance: relevance.get(id) ?? 0 });
    }
    for (const id of ids) if (!scope.memories.has(id)) scope.memories.set(id, null);
  }

  /** Vectors between two looks at the version: only what was the same at both is of one version, and remembered. */
  private async readAnew(scope: ChainScope, stamps: readonly StampRow[]): Promise<Map<string, ChainMemory>> {
    if (stamps.length === 0) return new Map();
    const { tenant, modelId } = scope;
    const ids = stamps.map(({ id }) => id);
    const vectors = await this.retrieval.vectors(tenant, ids);
    const rows = await this.tenantDb.run(tenant, (tx) => this.rows.rows(tx, tenant, modelId, ids, READ_CHARACTERS));
    const memories = new Map<string, ChainMemory>();
    for (const row of rows) {
      const passages = vectors.get(row.id);
      if (passages === undefined) continue;
      // A view of what was read at once would keep all of it.
      const memory = toChainMemory(row, meanDirection(passages).slice());
      memories.set(row.id, memory);
      const key = scope.keys.get(row.id);
      if (key === keyOf(scope, row) && row.analysed === row.version) this.known.set(key, memory);
      else scope.keys.delete(row.id);
    }
    return memories;
  }
}

function keyOf({ tenant, modelId }: ChainScope, { id, version }: Pick<StampRow, 'id' | 'version'>): string {
  return `${modelId} ${tenant} ${id} ${version}`;
}

function toChainMemory(
  { id, type, content, importance, tags, features }: ChainRow,
  vector: ChainMemory['vector'],
): ChainMemory {
  const links = features.links.flatMap(({ kind, to }) => {
    const uuid = parseId('mem', to);
    return uuid === undefined || uuid === id ? [] : [{ kind, to: uuid }];
  });
  const read = content.slice(0, READ_CHARACTERS);
  return { id, at: features.eventTime, type, content: read, importance, tags, features, vector, relevance: 0, links };
}

function byTime(a: ChainMemory, b: ChainMemory): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}
