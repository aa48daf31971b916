import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TenantId } from '@mneme/platform';

interface Entry<T, R> {
  /** Runs in the request or trace that brought it. */
  readonly where: <X>(work: () => X) => X;
  readonly items: readonly T[];
  readonly done: (result: R | PromiseLike<R>) => void;
}

/** Large enough for an import's batch, small enough that nobody waits long behind one. */
const LARGEST_BATCH = 256;
/** While one batch is being written the next one is being embedded. */
const IN_FLIGHT = 2;

/** Joins the work of concurrent callers, a tenant at a time: whoever comes while a batch is under way joins the next. */
export class TenantBatches<T, R = void> {
  private readonly waiting = new Map<TenantId, Entry<T, R>[]>();
  private readonly running = new Map<TenantId, number>();
  private readonly pending = new Set<Promise<R>>();

  /** @param work must not reject */
  constructor(private readonly work: (tenant: TenantId, items: readonly T[]) => Promise<R>) {}

  /** Resolves when the work on these items is done, with what it resolved; undefined where there was nothing to do. */
  async add(tenant: TenantId, items: readonly T[]): Promise<R | undefined> {
    if (items.length === 0) return undefined;
    const done = new Promise<R>((resolve) => {
      const entries = this.waiting.get(tenant) ?? [];
      entries.push({ where: AsyncLocalStorage.snapshot(), items, done: resolve });
      this.waiting.set(tenant, entries);
    });
    this.pending.add(done);
    this.start(tenant);
    return done.finally(() => this.pending.delete(done));
  }

  /** Resolves when everything added so far is done and whoever added it has been told. */
  async idle(): Promise<void> {
    await Promise.all(this.pending);
    await nextTurn();
  }

  private start(tenant: TenantId): void {
    const running = this.running.get(tenant) ?? 0;
    const batch = running < IN_FLIGHT ? this.take(tenant) : [];
    if (batch.length === 0) return;
    this.running.set(tenant, running + 1);
    const items = batch.flatMap((entry) => entry.items);
    // Joined work is one caller's where it is logged and traced: the first one's.
    const where = batch[0]?.where ?? ((work) => work());
    void where(() => this.work(tenant, items)).then((result) => {
      for (const entry of batch) entry.done(result);
      this.finish(tenant);
    });
  }

  private take(tenant: TenantId): Entry<T, R>[] {
    const entries = this.waiting.get(tenant) ?? [];
    let size = 0;
    const count = entries.findIndex((entry, index) => (size += entry.items.length) > LARGEST_BATCH && index > 0);
    const batch = entries.splice(0, count < 0 ? entries.length : count);
    if (entries.length === 0) this.waiting.delete(tenant);
    return batch;
  }

  private finish(tenant: TenantId): void {
    const running = (this.running.get(tenant) ?? 1) - 1;
    if (running === 0) this.running.delete(tenant);
    else this.running.set(tenant, running);
    this.start(tenant);
  }
}
