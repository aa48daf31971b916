import { Injectable, Logger } from '@nestjs/common';
import { TenantDb } from '../database/tenant-db.js';
import { EventCatalog } from '../events/event-catalog.js';
import { OutboxQueueRepository, type StrayEvents } from './outbox-queue.repository.js';
import { OutboxSettlement } from './outbox-settlement.js';

/** Within this time a rolled-back release may come again, or other processes may run a newer one that has the handler. */
const GRACE_MS = 86_400_000;
const BATCH = 1_000;

/** Gives up what waits for handlers that were removed from the application, so that it keeps no event for ever. */
@Injectable()
export class StrayEventSweep {
  private readonly logger = new Logger(StrayEventSweep.name);

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly queue: OutboxQueueRepository,
    private readonly settlement: OutboxSettlement,
    private readonly catalog: EventCatalog,
  ) {}

  /** One batch. @returns whether more may be waiting */
  async sweep(now: Date): Promise<boolean> {
    const known = this.catalog.handlers.map(({ name }) => name);
    const before = new Date(now.getTime() - GRACE_MS);
    const strays = await this.tenantDb.runSystem((tx) => this.queue.strays(tx, known, before, BATCH));
    for (const events of strays) await this.giveUp(events);
    return strays.reduce((sum, { ids }) => sum + ids.length, 0) === BATCH;
  }

  private async giveUp({ tenantId, handler, ids }: StrayEvents): Promise<void> {
    await this.tenantDb.run(tenantId, async (tx) => {
      const taken = await this.queue.take(tx, tenantId, handler, ids);
      await this.settlement.settle(tx, tenantId, taken, []);
    });
    this.logger.warn(
      `gave up ${ids.length} events that have waited over a day for the handler "${handler}", which no feature has`,
    );
  }
}
