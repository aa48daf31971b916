import type { TenantId } from '@mneme/platform/ids';
import type { IndexChanges, IndexStanding } from '../vector-index/index-changes.js';
import type { PointSource } from '../vector-index/point-source.js';
import { ChangedMemories } from './changed-memories.js';
import type { InMemoryThread } from './in-memory-thread.js';
import type { TableSize } from './in-memory.worker.js';

/** Memories read again at once, of up to 16 points each. */
const SLICE = 100;
/** So many may wait to be read again before they are read without a search that wants them. */
const MAX_STALE = 500;

/** What is read into memory. */
export interface ResidentSource {
  readonly tenant: TenantId;
  readonly modelId: string;
  readonly dimensions: number;
  readonly points: PointSource;
  /** Where other processes write too: what they change. Otherwise this process marks what it writes. */
  readonly changes?: IndexChanges | undefined;
}

/** Thrown where what is in memory is of no more use: the thread has no table, or too much has changed. */
export class TableGoneError extends Error {}

let tablesMade = 0;

/** The points of one tenant in one model's index: what the thread holds of them, and what of that is out of date. */
export class InMemoryTenant {
  /** Of its table in the thread. */
  readonly table = ++tablesMade;
  size: TableSize = { points: 0, bytes: 0 };
  usedAt = performance.now();
  /** Goes up whenever something was read again. */
  revision = 0;
  private filled = false;
  /** Memories that were written or removed, or are about to be, since they were read. */
  private stale = new Set<string>();
  private readonly changed: ChangedMemories | undefined;
  private turn: Promise<void> = Promise.resolve();
  /** That has not begun. */
  private next: Promise<void> | undefined;

  constructor(
    private readonly source: ResidentSource,
    private readonly thread: InMemoryThread,
  ) {
    const { tenant, modelId, changes, points } = source;
    this.changed = changes && new ChangedMemories(changes, { tenant, modelId, lagMs: points.lagMs });
  }

  /** Whether all points are there; before that nothing is answered from them. */
  get complete(): boolean {
    return this.filled;
  }

  /** Of what is in memory now; undefined where it is up to date without a question to others. */
  get standing(): IndexStanding | undefined {
    const moment = this.changed?.moment;
    if (moment === undefined) return undefined;
    return { modelId: this.source.modelId, moment, table: this.table, revision: this.revision };
  }

  /** @param pointBytes what a point takes beside its vector */
  async expectedBytes(pointBytes: number): Promise<number> {
    const { tenant, points, dimensions } = this.source;
    return (await points.countPoints(tenant)) * (4 * dimensions + pointBytes);
  }

  /** Reads all points, a page after the other. Meanwhile others use the store, and what they write is read again. */
  async fill(): Promise<void> {
    const { tenant, points, dimensions } = this.source;
    await this.changed?.begin();
    await this.thread.open(this.table, dimensions);
    let more = true;
    for (let after: string | undefined; more;) {
      const page = await points.packedPage(tenant, after, points.pageSize);
      const added = await this.thread.add(this.table, { packing: points.packing, bytes: page }, points.pageSize);
      if (added === undefined) throw new TableGoneError();
      this.size = added;
      await this.readAgain(added.divided);
      after = added.last;
      more = after !== undefined;
    }
    await this.refreshed();
    this.filled = true;
  }

  /**
   * Called before and after each write where this process is the only one to write.
   * @returns whether enough has come together to be read again at once
   */
  mark(memoryIds: readonly string[]): boolean {
    if (this.changed !== undefined) return false;
    for (const id of memoryIds) this.stale.add(id);
    return this.filled && this.stale.size >= MAX_STALE;
  }

  /** Resolves once the thread holds everything whose write had ended before. Those that come while one is awaited share the next. */
  async refreshed(): Promise<void> {
    if (this.changed === undefined && this.stale.size === 0) return this.turn;
    this.next ??= this.turn = this.turn.then(() => {
      this.next = undefined;
      return this.refresh();
    });
    return this.next;
  }

  private async refresh(): Promise<void> {
    if (this.changed === undefined) {
      // A write under way marks its memories once more when it has ended, so anything read now may be forgotten.
      const ids = [...this.stale];
      this.stale = new Set();
      await this.readAgain(ids);
      return;
    }
    const ids = await this.changed.toRead();
    if (ids === 'unknown') throw new TableGoneError();
    this.changed.read(await this.readAgain(ids));
  }

  /** @returns the versions of those that are there */
  private async readAgain(ids: readonly string[]): Promise<Map<string, number>> {
    const { tenant, points } = this.source;
    const versions = new Map<string, number>();
    for (let at = 0; at < ids.length; at += SLICE) {
      const slice = ids.slice(at, at + SLICE);
      const bytes = await points.packedPoints(tenant, slice);
      const replaced = await this.thread.replace(this.table, slice, { packing: points.packing, bytes });
      if (replaced === undefined) throw new TableGoneError();
      this.size = replaced;
      if (replaced.changed) this.revision++;
      for (const [id, version] of replaced.versions) versions.set(id, version);
    }
    return versions;
  }
}
