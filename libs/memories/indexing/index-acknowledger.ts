import { Injectable, Logger } from '@nestjs/common';
import { withTimeout } from '@mneme/platform/concurrency';
import { forTenant, outsideRequests } from '@mneme/platform/context';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { failureText } from '@mneme/platform/observability';
import type { IndexedRecord } from './index-listener.js';
import { IndexListenerRegistry } from './index-listener.registry.js';
import { IndexQueueRepository, type QueueEntry } from '../storage/index-queue.repository.js';

/** A queue entry that is done with; the record where one was indexed, none where one was removed. */
export interface Confirmation {
  readonly entry: Pick<QueueEntry, 'memoryId' | 'modelId' | 'version'>;
  readonly record?: IndexedRecord;
}

const FLUSH_MS = 100;
/** Their rows are written in some 50 ms, for which the embedded database's one connection is busy. */
const AT_ONCE = 200;
/** Backpressure: writers wait once this many confirmations are queued. */
const MAX_WAITING = 2_000;

/**
 * Takes indexed memories out of the queue, many at once and off the requests' path, together with what followers keep
 * of them. One that is lost in a crash is indexed a second time, which changes nothing.
 */
@Injectable()
export class IndexAcknowledger {
  private readonly logger = new Logger(IndexAcknowledger.name);
  private readonly done = new Map<TenantId, Confirmation[]>();
  /** The last that was taken in hand of each tenant; never rejects. */
  private readonly confirming = new Map<TenantId, Promise<void>>();
  private waiting = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly queue: IndexQueueRepository,
    private readonly listeners: IndexListenerRegistry,
  ) {}

  /** Resolves at once, or where too many are waiting, when these have been confirmed. */
  async add(tenant: TenantId, done: readonly Confirmation[]): Promise<void> {
    const known = this.done.get(tenant) ?? [];
    known.push(...done);
    this.done.set(tenant, known);
    this.waiting += done.length;
    this.timer ??= setTimeout(() => void outsideRequests(() => this.flush()), FLUSH_MS);
    if (this.waiting > MAX_WAITING) await this.flush();
  }

  /** Resolves when everything added so far has left the queue, or has been left to the sweep. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.confirmAll());
    await this.flushing;
  }

  /** The same for what one tenant has waiting, beside that of all others, which may be an import; at the latest after a time. */
  async settle(tenant: TenantId, withinMs: number): Promise<void> {
    const confirmed = outsideRequests(() => this.confirmTenant(tenant));
    await withTimeout(confirmed, withinMs, () => undefined);
  }

  /** Drops what waits of a tenant that is erased. */
  discard(tenant: TenantId): void {
    this.waiting -= this.done.get(tenant)?.length ?? 0;
    this.done.delete(tenant);
  }

  /** What was indexed last is followed before the followers end. */
  async close(): Promise<void> {
    await this.flush();
    await this.listeners.close();
  }

  /** One tenant after the other, so that the followers have little in line when one asks for its own. */
  private async confirmAll(): Promise<void> {
    for (const tenant of new Set([...this.confirming.keys(), ...this.done.keys()])) await this.confirmTenant(tenant);
  }

  /** What waits of a tenant, behind what of it is under way. */
  private async confirmTenant(tenant: TenantId): Promise<void> {
    const done = this.done.get(tenant) ?? [];
    this.done.delete(tenant);
    const before = this.confirming.get(tenant) ?? Promise.resolve();
    const last = done.length === 0 ? before : before.then(() => this.confirmInParts(tenant, done));
    this.confirming.set(tenant, last);
    await last;
    if (this.confirming.get(tenant) === last) this.confirming.delete(tenant);
  }

  private async confirmInParts(tenant: TenantId, done: readonly Confirmation[]): Promise<void> {
    for (let from = 0; from < done.length; from += AT_ONCE) {
      await forTenant(tenant, () => this.tryConfirm(tenant, done.slice(from, from + AT_ONCE)));
    }
  }

  private async tryConfirm(tenant: TenantId, done: readonly Confirmation[]): Promise<void> {
    try {
      await this.confirm(tenant, done);
    } catch (error) {
      this.logger.warn(`${done.length} indexed memories stay queued: ${failureText(error)}`);
    }
    this.waiting -= done.length;
  }

  /**
   * Takes them out of the queue, together with what followers keep of them.
   * @throws what a follower or the database throws; then they stay
   */
  async confirm(tenant: TenantId, done: readonly Confirmation[]): Promise<void> {
    const models = new Set(done.map(({ entry }) => entry.modelId));
    const followUps = await Promise.all(
      [...models].map((modelId) => this.listeners.follow(tenant, modelId, recordsOf(done, modelId))),
    );
    await this.tenantDb.run(tenant, async (tx) => {
      for (const write of followUps.flat()) await write(tx);
      await this.queue.confirm(
        tx,
        tenant,
        done.map(({ entry }) => entry),
      );
    });
  }
}

/** The entries, each with its record where that was indexed. */
export function confirmationsOf(
  entries: readonly Confirmation['entry'][],
  records: readonly IndexedRecord[],
): Confirmation[] {
  const byId = new Map(records.map((record) => [record.memory.id, record]));
  return entries.map((entry) => {
    const record = byId.get(entry.memoryId);
    return record === undefined ? { entry } : { entry, record };
  });
}

/** Each memory once, in its latest version: it may have been changed again meanwhile. */
function recordsOf(done: readonly Confirmation[], modelId: string): IndexedRecord[] {
  const records = new Map<string, IndexedRecord>();
  for (const { entry, record } of done) {
    if (record === undefined || entry.modelId !== modelId) continue;
    const known = records.get(entry.memoryId);
    if (known === undefined || known.memory.version <= record.memory.version) records.set(entry.memoryId, record);
  }
  return [...records.values()];
}
