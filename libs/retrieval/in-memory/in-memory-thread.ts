import { Batcher, workerFile } from '@mneme/platform/concurrency';
import { Piscina } from 'piscina';
import type { VectorHit } from '../vector-index/vector-query.js';
import { type PackedHits, unpackHits } from './points/packed-hits.js';
import type { PointQuery } from './points/point-search.js';
import type { AddedPage, PackedBytes, PackedVectors, ReplacedPoints } from './in-memory.worker.js';

/** A table is searched once at a time; each query of a batch takes results of its own. */
const BATCHES = { maxItems: 8, maxInFlight: 1 };

/**
 * The thread that holds the tables; it does one task after the other, in the order in which they are given. Where it has
 * no such table, because it was closed or the thread had to be replaced, a task's answer is undefined.
 */
export class InMemoryThread {
  private readonly pool = new Piscina({
    filename: workerFile(import.meta.url, './in-memory.worker.js').href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    recordTiming: false,
  });
  private readonly searches = new Batcher<number, PointQuery, PackedHits[] | undefined>(
    async (table, queries) => (await this.pool.run({ table, queries }, { name: 'search' })) as PackedHits[] | undefined,
    BATCHES,
  );

  /** @param table a number that was not used before */
  async open(table: number, dimensions: number): Promise<void> {
    await this.pool.run({ table, dimensions }, { name: 'open' });
  }

  async close(table: number): Promise<void> {
    await this.pool.run({ table }, { name: 'close' });
  }

  /** @param limit how many points were asked for */
  async add(table: number, page: PackedBytes, limit: number): Promise<AddedPage | undefined> {
    return (await this.pool.run({ table, page, limit }, { name: 'add' })) as AddedPage | undefined;
  }

  async replace(table: number, memoryIds: readonly string[], found: PackedBytes): Promise<ReplacedPoints | undefined> {
    return (await this.pool.run({ table, memoryIds, found }, { name: 'replace' })) as ReplacedPoints | undefined;
  }

  /** Searches of a table that come while it is searched are answered together: its vectors are read once for all. */
  async search(table: number, query: PointQuery): Promise<VectorHit[] | undefined> {
    const { result, offset } = await this.searches.add(table, [query]);
    const hits = result?.[offset];
    return hits && unpackHits(hits);
  }

  async count(table: number, terms: readonly number[]): Promise<Map<number, number> | undefined> {
    return (await this.pool.run({ table, terms }, { name: 'count' })) as Map<number, number> | undefined;
  }

  async vectors(table: number, memoryIds: readonly string[]): Promise<PackedVectors | undefined> {
    return (await this.pool.run({ table, memoryIds }, { name: 'vectors' })) as PackedVectors | undefined;
  }
}
