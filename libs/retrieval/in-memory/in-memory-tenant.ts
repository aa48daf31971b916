import type { TenantId } from '@mneme/platform/ids';
import type { PgvectorIndex } from '../pgvector/pgvector.index.js';
import type { InMemoryThread } from './in-memory-thread.js';
import type { TableSize } from './in-memory.worker.js';

/**
 * Points read in one statement: 1.3 MB, which keep the database busy for 15 ms. Beside chains, which search the tables until
 * all pages are read, each page waits for its turn, so few of them are soonest done.
 */
const PAGE = 1_000;
/** Memories read again in one statement, of up to 16 points each. */
const SLICE = 100;
/** So many may wait to be read again before they are read without a search that wants them. */
const MAX_STALE = 500;

/** What is read into memory. */
export interface ResidentSource {
  readonly tenant: TenantId;
  readonly tables: PgvectorIndex;
  readonly dimensions: number;
}

/** Thrown where the thread has no table any more. */
export class TableGoneError extends Error {}

let tablesMade = 0;

/** The points of one tenant in one model's index: what the thread holds of them, and what of that is out of date. */
export class InMemoryTenant {
  /** Of its table in the thread. */
  readonly table = ++tablesMade;
  size: TableSize = { points: 0, bytes: 0 };
  usedAt = performance.now();
  private filled = false;
  /** Memories that were written or removed, or are about to be, since they were read. */
  private stale = new Set<string>();
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly source: ResidentSource,
    private readonly thread: InMemoryThread,
  ) {}

  /** Whether all points are there; before that nothing is answered from them. */
  get complete(): boolean {
    return this.filled;
  }

  /** @param pointBytes what a point takes beside its vector */
  async expectedBytes(pointBytes: number): Promise<number> {
    const { tenant, tables, dimensions } = this.source;
    return (await tables.countPoints(tenant)) * (4 * dimensions + pointBytes);
  }

  /** Reads all points, a page after the other. Meanwhile others use the database, and what they write is read again. */
  async fill(): Promise<void> {
    const { tenant, tables, dimensions } = this.source;
    await this.thread.open(this.table, dimensions);
    for (let after: string | undefined; ;) {
      const page = await tables.packedPage(tenant, after, PAGE);
      const added = await this.thread.add(this.table, page, PAGE);
      if (added === undefined) throw new TableGoneError();
      this.size = added;
      if (added.last === undefined) break;
      after = added.last;
    }
    await this.refreshed();
    this.filled = true;
  }

  /** Called before and after each write. @returns whether enough has come together to be read again at once */
  mark(memoryIds: readonly string[]): boolean {
    for (const id of memoryIds) this.stale.add(id);
    return this.filled && this.stale.size >= MAX_STALE;
  }

  /** Resolves once the thread holds everything whose write had ended before. */
  async refreshed(): Promise<void> {
    if (this.stale.size > 0) this.turn = this.turn.then(() => this.readAgain());
    return this.turn;
  }

  /** A write under way marks its memories once more when it has ended, so anything read now may be forgotten. */
  private async readAgain(): Promise<void> {
    const { tenant, tables } = this.source;
    const ids = [...this.stale];
    this.stale = new Set();
    for (let at = 0; at < ids.length; at += SLICE) {
      const slice = ids.slice(at, at + SLICE);
      const points = await tables.packedPoints(tenant, slice);
      const size = await this.thread.replace(this.table, slice, points);
      if (size === undefined) throw new TableGoneError();
      this.size = size;
    }
  }
}
