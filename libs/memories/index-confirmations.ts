import { Injectable, Logger } from '@nestjs/common';
import { TenantDb, type TenantId } from '@mneme/platform';
import { IndexQueueRepository, type QueueEntry } from './index-queue.repository.js';

type Done = Pick<QueueEntry, 'memoryId' | 'modelId' | 'version'>;

const FLUSH_MS = 100;

/**
 * Takes indexed memories out of the queue, many at once and off the requests' path. One that is lost in a crash is
 * indexed a second time, which changes nothing.
 */
@Injectable()
export class IndexConfirmations {
  private readonly logger = new Logger(IndexConfirmations.name);
  private readonly done = new Map<TenantId, Done[]>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly queue: IndexQueueRepository,
  ) {}

  add(tenant: TenantId, done: readonly Done[]): void {
    const known = this.done.get(tenant) ?? [];
    known.push(...done);
    this.done.set(tenant, known);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Resolves when everything added so far has left the queue, or has been left to the sweep. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const work = [...this.done];
    this.done.clear();
    this.flushing = this.flushing.then(() => this.confirm(work));
    await this.flushing;
  }

  private async confirm(work: readonly [TenantId, Done[]][]): Promise<void> {
    for (const [tenant, done] of work) {
      try {
        await this.tenantDb.run(tenant, (tx) => this.queue.confirm(tx, tenant, done));
      } catch (error) {
        this.logger.warn(`${done.length} indexed memories stay queued: ${String(error)}`);
      }
    }
  }
}
