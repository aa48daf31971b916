import { PeriodicJob } from './periodic-job.js';
import { SerialQueue } from './serial-queue.js';

export interface WriteBehindOptions<G, T> {
  readonly intervalMs: number;
  /** Writes entries of one group; where it rejects they stay, and are written again later. */
  readonly write: (group: G, entries: readonly T[]) => Promise<void>;
  /** Entries a write. Default: all of a group. */
  readonly maxEntries?: number;
  /** Joins two entries of the same key. The later one wins where this is left out. */
  readonly merge?: (earlier: T, later: T) => T;
  /** Groups whose failure ends a flush: a database that is unavailable is not asked for all of them. Default: 1. */
  readonly maxFailures?: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Collects entries in memory, so that no request waits, and writes them together at an interval. A process that is killed
 * loses those of its last interval.
 */
export class WriteBehindBuffer<G, T> {
  private readonly pending = new Map<G, Map<string, T>>();
  private readonly flushes = new SerialQueue();
  private readonly job: PeriodicJob;
  private readonly merge: (earlier: T, later: T) => T;
  private waiting = 0;

  constructor(private readonly options: WriteBehindOptions<G, T>) {
    this.merge = options.merge ?? ((_, later) => later);
    const work = (): Promise<boolean> => this.flush().then(() => false);
    this.job = new PeriodicJob(work, options.intervalMs, options.onError);
  }

  /** Entries that wait to be written. */
  get size(): number {
    return this.waiting;
  }

  start(): void {
    this.job.start();
  }

  /** Writes what is left. @throws the first failure; what could not be written is lost with the process */
  async stop(): Promise<void> {
    await this.job.stop();
    await this.flush();
  }

  /** @param key entries of one group and key are merged */
  add(group: G, key: string, entry: T): void {
    const entries = this.pending.get(group) ?? new Map<string, T>();
    const known = entries.get(key);
    if (known === undefined) this.waiting += 1;
    entries.set(key, known === undefined ? entry : this.merge(known, entry));
    this.pending.set(group, entries);
  }

  /** Drops the entries of a group that wait to be written. */
  discard(group: G): void {
    this.take(group);
  }

  /**
   * Resolves when everything added before is written. A group that cannot be written goes behind the others.
   * @throws the first failure
   */
  async flush(): Promise<void> {
    return this.flushes.run(async () => {
      const failures: unknown[] = [];
      for (const group of [...this.pending.keys()]) {
        await this.writeGroup(group).catch((error: unknown) => {
          failures.push(error);
        });
        if (failures.length >= (this.options.maxFailures ?? 1)) break;
      }
      if (failures.length > 0) throw failures[0];
    });
  }

  private async writeGroup(group: G): Promise<void> {
    const entries = [...this.take(group)];
    const { maxEntries = Infinity, write } = this.options;
    while (entries.length > 0) {
      const part = entries.slice(0, maxEntries);
      try {
        await write(
          group,
          part.map(([, entry]) => entry),
        );
      } catch (error) {
        // In front of what has come meanwhile.
        for (const [key, entry] of [...entries, ...this.take(group)]) this.add(group, key, entry);
        throw error;
      }
      entries.splice(0, part.length);
    }
  }

  private take(group: G): ReadonlyMap<string, T> {
    const entries = this.pending.get(group) ?? new Map<string, T>();
    this.pending.delete(group);
    this.waiting -= entries.size;
    return entries;
  }
}
