import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface BatcherLimits {
  /** Items a batch; what one caller adds at once stays together, however many that is. */
  readonly maxItems: number;
  /** Batches of one key that are under way at once. */
  readonly maxInFlight: number;
}

/** What a caller gets: the result of the whole batch, and the index of the caller's first item in it. */
export interface Batched<R> {
  readonly result: R;
  readonly offset: number;
}

interface Entry<T, R> {
  /** Runs in the request or trace that brought it. */
  readonly where: <X>(work: () => X) => X;
  readonly items: readonly T[];
  readonly resolve: (batched: Batched<R>) => void;
  readonly reject: (error: unknown) => void;
}

/** Joins the work of concurrent callers, one key at a time: callers that come while batches are under way share the next. */
export class Batcher<K, T, R = void> {
  private readonly waiting = new Map<K, Entry<T, R>[]>();
  private readonly inFlight = new Map<K, number>();
  private readonly pending = new Set<Promise<unknown>>();

  /** @param work on a batch; where it rejects, so does every caller of the batch */
  constructor(
    private readonly work: (key: K, items: readonly T[]) => Promise<R>,
    private readonly limits: BatcherLimits,
  ) {}

  /** Resolves when the batch that holds these items is done. */
  async add(key: K, items: readonly T[]): Promise<Batched<R>> {
    const done = new Promise<Batched<R>>((resolve, reject) => {
      const entries = this.waiting.get(key) ?? [];
      entries.push({ where: AsyncLocalStorage.snapshot(), items, resolve, reject });
      this.waiting.set(key, entries);
    });
    this.pending.add(done);
    this.start(key);
    return done.finally(() => this.pending.delete(done));
  }

  /** Resolves when everything added so far has ended and its callers have been answered. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.pending);
    await nextTurn();
  }

  private start(key: K): void {
    const inFlight = this.inFlight.get(key) ?? 0;
    const batch = inFlight < this.limits.maxInFlight ? this.take(key) : [];
    const [first] = batch;
    if (first === undefined) return;
    this.inFlight.set(key, inFlight + 1);
    // Joined work belongs to one caller in logs and traces: the first.
    void first.where(() => this.process(key, batch)).then(() => this.finish(key));
  }

  private async process(key: K, batch: readonly Entry<T, R>[]): Promise<void> {
    try {
      const result = await this.work(
        key,
        batch.flatMap(({ items }) => items),
      );
      let offset = 0;
      for (const { items, resolve } of batch) {
        resolve({ result, offset });
        offset += items.length;
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private take(key: K): Entry<T, R>[] {
    const entries = this.waiting.get(key) ?? [];
    let size = 0;
    const count = entries.findIndex(({ items }, i) => (size += items.length) > this.limits.maxItems && i > 0);
    const batch = entries.splice(0, count < 0 ? entries.length : count);
    if (entries.length === 0) this.waiting.delete(key);
    return batch;
  }

  private finish(key: K): void {
    const inFlight = (this.inFlight.get(key) ?? 1) - 1;
    if (inFlight === 0) this.inFlight.delete(key);
    else this.inFlight.set(key, inFlight);
    this.start(key);
  }
}
