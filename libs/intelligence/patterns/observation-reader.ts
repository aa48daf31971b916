import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { ObservationCache } from './observation.cache.js';
import {
  countOf,
  MAX_ID,
  type IdRange,
  MIN_ID,
  type PackedBytes,
  packedBytes,
  packedChunk,
  type PackedChunk,
  withoutEmpty,
} from '../stored-form/packed-chunk.js';
import { PackedObservationsRepository } from './packed-observations.repository.js';

/** How much is read. */
interface ReadingLimits {
  /** Memories read at once, and read again where one of them changes. */
  readonly chunk: number;
  /** Of a larger tenant those stored last are read. */
  readonly most: number;
}

/** Memories of a tenant that are analysed at once. */
export const MAX_OBSERVATIONS = 100_000;
/** A chunk is about 300 KB of text, which the driver turns into bytes in 1 ms; a run stays within its memory and time. */
const LIMITS: ReadingLimits = { chunk: 1_024, most: MAX_OBSERVATIONS };
/** Chunks that one statement compares: about 10 ms on the embedded database, whose one connection is busy meanwhile. */
const COMPARED = 10;

/** What was stored up to a moment, as far as it was read. */
export interface PastObservations {
  /** The newest first. */
  readonly chunks: readonly PackedBytes[];
  readonly memories: number;
  /** Memories read that have no features yet. */
  readonly missing: number;
  readonly isAll: boolean;
}

/** Whose observations, and by which model. */
type Owner = readonly [tenant: TenantId, modelId: string];

/**
 * Reads a whole tenant in short transactions, so that no request waits for it; of what it has read before only what is no
 * longer so. That is asked of the database each time: any process may have written.
 */
@Injectable()
export class ObservationReader {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly observations: PackedObservationsRepository,
    private readonly cache: ObservationCache,
  ) {}

  /** The newest memories, the newest first: all that have features where the last chunk begins at the lowest id. */
  async read(tenant: TenantId, modelId: string, limits = LIMITS): Promise<PackedChunk[]> {
    const owner = [tenant, modelId] as const;
    const renewed = await this.renewed(owner, limits.chunk, this.cache.get(...owner));
    const known = newestOf(withoutEmpty(renewed), limits.most);
    const below = { from: MIN_ID, to: known.at(-1)?.from ?? MAX_ID };
    const older = await this.chunksOf(owner, below, limits.chunk, limits.most - countOf(known));
    const chunks = withoutEmpty([...known, ...older]);
    this.cache.set(...owner, chunks);
    return chunks;
  }

  /**
   * The newest memories of those stored up to a moment. Needed only where a tenant has more than are analysed, and read
   * again each time: the newest of all may all be later.
   */
  async storedBy(tenant: TenantId, modelId: string, asOf: Date, limits = LIMITS): Promise<PastObservations> {
    const chunks: PackedBytes[] = [];
    let before = { createdAt: asOf, id: MAX_ID };
    let [memories, missing] = [0, 0];
    while (memories < limits.most) {
      const limit = Math.min(limits.chunk, limits.most - memories);
      const page = await this.tenantDb.read(tenant, (tx) =>
        this.observations.storedBefore(tx, tenant, modelId, before, limit),
      );
      if (page.memories > 0) chunks.push(packedBytes(page.packed));
      memories += page.memories;
      missing += page.records - page.memories;
      if (page.createdAt === null || page.id === null || page.records < limit)
        return { chunks, memories, missing, isAll: true };
      before = { createdAt: page.createdAt, id: page.id };
      await nextTurn();
    }
    const page = await this.tenantDb.read(tenant, (tx) =>
      this.observations.storedBefore(tx, tenant, modelId, before, 1),
    );
    return { chunks, memories, missing, isAll: page.records === 0 };
  }

  /** The same ranges; those that have changed are read again. */
  private async renewed(owner: Owner, size: number, known: readonly PackedChunk[]): Promise<PackedChunk[]> {
    const chunks: PackedChunk[] = [];
    for (let at = 0; at < known.length; at += COMPARED) {
      const compared = known.slice(at, at + COMPARED);
      const states = await this.tenantDb.read(owner[0], (tx) => this.observations.states(tx, ...owner, compared));
      for (const [place, chunk] of compared.entries()) {
        const { memories, digest } = states[place] ?? { memories: 0, digest: '' };
        if (memories === chunk.memories && digest === chunk.digest) chunks.push(chunk);
        else chunks.push(...(await this.chunksOf(owner, chunk, partOf(memories, size))));
      }
    }
    return chunks;
  }

  /** What a range holds, newest first, in chunks of a number of memories, until all are read or the limit is reached. */
  private async chunksOf(
    [tenant, modelId]: Owner,
    range: IdRange,
    size: number,
    most = Infinity,
  ): Promise<PackedChunk[]> {
    const chunks: PackedChunk[] = [];
    let { to } = range;
    let left = most;
    while (left > 0 && to !== range.from) {
      const limit = Math.min(size, left);
      const within = { from: range.from, to };
      const page = await this.tenantDb.read(tenant, (tx) =>
        this.observations.newest(tx, tenant, modelId, within, limit),
      );
      const from = page.memories < limit ? range.from : (page.first ?? range.from);
      chunks.push(packedChunk({ from, to }, page, page.packed));
      to = from;
      left -= page.memories;
      await nextTurn();
    }
    return chunks;
  }
}

/** A chunk that has become too large falls into equal parts, so that new memories do not leave a crumb each. */
function partOf(memories: number, size: number): number {
  return memories <= size ? size : Math.ceil(memories / Math.ceil(memories / size));
}

/** Without the oldest ones where there are too many; some of their memories are read again. */
function newestOf(chunks: readonly PackedChunk[], most: number): PackedChunk[] {
  const newest: PackedChunk[] = [];
  let memories = 0;
  for (const chunk of chunks) {
    memories += chunk.memories;
    if (memories > most) break;
    newest.push(chunk);
  }
  return newest;
}
