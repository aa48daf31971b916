import { Injectable } from '@nestjs/common';
import type { ChainMemory } from '@mneme/analysis';
import { MemorySelectionsService } from '@mneme/memories';
import { TenantDb } from '@mneme/platform/database';
import { parseId, type TenantId } from '@mneme/platform/ids';
import { RetrievalService } from '@mneme/retrieval';
import { LRUCache } from 'lru-cache';
import { type ChangedRow, type ChainRow, ChainRowsRepository, type KnownVersion } from './chain-rows.repository.js';
import type { ChainRequestContext } from './chain-request.context.js';
import { sizeOf } from '../workers/chain-worker.protocol.js';
import { meanDirection } from '../stored-form/vector-sketch.js';

/** What a memory says later rarely says what it is about. */
const READ_CHARACTERS = 2_000;
const REMEMBERED_BYTES = 32_000_000;

/** What has been read of a memory, and in which version. */
interface Known {
  /** Of this reading, and no other one of this process. */
  readonly key: number;
  readonly memory: ChainMemory;
  readonly version: number;
  readonly createdAt: Date;
}

let readings = 0;

type Stamp = Extract<ChangedRow, { createdAt: Date }>;

/**
 * Everything that a reconstruction needs to know of memories, read under row security: foreign ids are not there. What has
 * been read of a version is remembered. Whether that is still the version is asked for each request: where it takes the
 * memories, or, where it trusts what is remembered, for all of them at once before it answers.
 */
@Injectable()
export class ChainMemoryCache {
  /** By tenant, model and memory; without relevance, which is a matter of the topic. */
  private readonly known = new LRUCache<string, Known>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ memory }) => sizeOf(memory),
  });

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly rows: ChainRowsRepository,
    private readonly retrieval: RetrievalService,
    private readonly selections: MemorySelectionsService,
  ) {}

  /** Those of these memories that count, by event time, then id; links as they were written, their targets as UUIDs. */
  async load(context: ChainRequestContext, ids: readonly string[]): Promise<ChainMemory[]> {
    const distinct = [...new Set(ids)];
    const missing = await this.admitted(
      context,
      distinct.filter((id) => !context.memories.has(id)),
    );
    const unread = context.trusts ? this.takeRemembered(context, missing) : missing;
    if (unread.length > 0) await this.read(context, unread);
    return distinct.flatMap((id) => context.memories.get(id) ?? []).sort(byTime);
  }

  /** Those that have the metadata that is asked for; the others do not count. */
  private async admitted(context: ChainRequestContext, ids: readonly string[]): Promise<readonly string[]> {
    const { tenant, metadata } = context;
    if (metadata === undefined) return ids;
    const known = await this.selections.among(tenant, metadata, ids);
    for (const id of ids) if (!known.has(id)) context.memories.set(id, null);
    return ids.filter((id) => known.has(id));
  }

  /** Asks for what was taken on trust since the last time. @returns whether it is as it was taken; else it is forgotten */
  async confirm(context: ChainRequestContext): Promise<boolean> {
    const { trusted } = context;
    context.trusted = [];
    return trusted.length === 0 || (await this.changed(context, trusted)).length === 0;
  }

  forget(tenant: TenantId): void {
    for (const place of [...this.known.keys()]) if (place.includes(` ${tenant} `)) this.known.delete(place);
  }

  /** @returns those that are not remembered */
  private takeRemembered(context: ChainRequestContext, ids: readonly string[]): string[] {
    const known = new Map(ids.flatMap((id) => this.entryOf(context, id)));
    for (const [id, entry] of known) take(context, id, entry);
    const taken = [...known].filter(([id]) => context.memories.get(id) !== null);
    context.trusted = [...context.trusted, ...taken.map(([id, { version }]) => ({ id, version }))];
    return ids.filter((id) => !known.has(id));
  }

  /** Those that are not as they are known. What is remembered of them in that version is forgotten. */
  private async changed(context: ChainRequestContext, asked: readonly KnownVersion[]): Promise<ChangedRow[]> {
    const { tenant, modelId } = context;
    const changed = await this.tenantDb.read(tenant, (tx) => this.rows.changed(tx, tenant, modelId, asked));
    const versions = new Map(asked.map(({ id, version }) => [id, version]));
    for (const { id } of changed) {
      const place = placeOf(context, id);
      if (this.known.peek(place)?.version === versions.get(id)) this.known.delete(place);
    }
    return changed;
  }

  private async read(context: ChainRequestContext, ids: readonly string[]): Promise<void> {
    const known = new Map(ids.flatMap((id) => this.entryOf(context, id)));
    const changed = await this.changed(
      context,
      ids.map((id) => ({ id, version: known.get(id)?.version ?? 0 })),
    );
    const gone = new Set(changed.map(({ id }) => id));
    for (const id of ids) {
      const entry = gone.has(id) ? undefined : known.get(id);
      if (entry !== undefined) take(context, id, entry);
      else context.memories.set(id, null);
    }
    await this.readAnew(context, changed.filter(isThere));
  }

  private entryOf(context: ChainRequestContext, id: string): [string, Known][] {
    const entry = this.known.get(placeOf(context, id));
    return entry === undefined ? [] : [[id, entry]];
  }

  /** Vectors between two looks at the version: only what was the same at both is of one version, and remembered. */
  private async readAnew(context: ChainRequestContext, stamps: readonly Stamp[]): Promise<void> {
    const before = new Map(
      stamps.filter(({ createdAt }) => createdAt <= context.asOf).map((stamp) => [stamp.id, stamp]),
    );
    if (before.size === 0) return;
    const { tenant, modelId } = context;
    const ids = [...before.keys()];
    const vectors = await this.retrieval.vectors(tenant, ids);
    const rows = await this.tenantDb.read(tenant, (tx) => this.rows.rows(tx, tenant, modelId, ids, READ_CHARACTERS));
    context.missing += ids.length;
    for (const row of rows) {
      const passages = vectors.get(row.id);
      const stamp = before.get(row.id);
      if (passages === undefined || stamp === undefined) continue;
      // A view of what was read at once would keep all of it.
      const { version, createdAt } = stamp;
      const memory = toChainMemory(row, createdAt, meanDirection(passages).slice());
      context.missing--;
      const isWhole = [stamp.analysed, row.version, row.analysed].every((one) => one === version);
      // Else the vectors may be another model's.
      if (isWhole && this.retrieval.modelIds[0] === modelId) {
        const known = { key: ++readings, memory, version, createdAt };
        this.known.set(placeOf(context, row.id), known);
        take(context, row.id, known);
      } else context.memories.set(row.id, { ...memory, relevance: context.relevance.get(row.id) ?? 0 });
    }
  }
}

function isThere(row: ChangedRow): row is Stamp {
  return row.version !== null;
}

/** The cache key of a memory, regardless of its version. */
function placeOf({ tenant, modelId }: ChainRequestContext, id: string): string {
  return `${modelId} ${tenant} ${id}`;
}

/** Adds what is known of a memory in its version to what a request looks at, where it was there at the time asked for. */
function take(context: ChainRequestContext, id: string, { key, memory, createdAt }: Known): void {
  if (createdAt > context.asOf) {
    context.memories.set(id, null);
    return;
  }
  context.memories.set(id, { ...memory, relevance: context.relevance.get(id) ?? 0 });
  context.keys.set(id, key);
}

function toChainMemory(
  { id, type, content, importance, tags, features }: ChainRow,
  createdAt: Date,
  vector: ChainMemory['vector'],
): ChainMemory {
  const links = features.links.flatMap(({ kind, to }) => {
    const uuid = parseId('mem', to);
    return uuid === undefined || uuid === id ? [] : [{ kind, to: uuid }];
  });
  // Not half of a character that takes two.
  const read = content.slice(0, READ_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  const times = { at: features.eventTime, storedAt: createdAt.getTime() };
  return { id, ...times, type, content: read, importance, tags, features, vector, relevance: 0, links };
}

function byTime(a: ChainMemory, b: ChainMemory): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}
