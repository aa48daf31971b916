import { Injectable } from '@nestjs/common';
import { TenantDb } from '../database/tenant-db.js';
import { BackgroundWork } from '../jobs/background-work.js';
import { OutboxRepository } from './outbox.repository.js';
import { StrayEventSweep } from './stray-event-sweep.js';

/** How long events are kept that a handler still needs: a day longer than the log of deliveries that leans on them. */
const EVENT_DAYS = 31;

const INTERVAL_MS = 600_000;
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** Removes events that have become too old, a day of a tenant at a time, and what waits for handlers that are gone. */
@Injectable()
export class OutboxRetention {
  constructor(
    background: BackgroundWork,
    private readonly tenantDb: TenantDb,
    private readonly events: OutboxRepository,
    private readonly strays: StrayEventSweep,
  ) {
    background.repeatInOne({
      name: 'outbox retention',
      pauseMs: () => INTERVAL_MS,
      work: () => this.sweep(new Date()),
    });
  }

  /** One batch. @returns whether more may be waiting */
  async sweep(now: Date): Promise<boolean> {
    const strays = await this.strays.sweep(now);
    return (await this.sweepDay(now)) || strays;
  }

  private async sweepDay(now: Date): Promise<boolean> {
    const last = new Date(now.getTime() - EVENT_DAYS * DAY_MS).toISOString().slice(0, 10);
    const kept = await this.tenantDb.runSystem((tx) => this.events.oldestDay(tx, last));
    if (kept === undefined) return false;
    const { tenantId, day } = kept;
    const bound = firstIdAt(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
    await this.tenantDb.run(tenantId, async (tx) => {
      const removed = await this.events.deleteBefore(tx, tenantId, bound, BATCH);
      if (removed < BATCH) await this.events.forgetDay(tx, tenantId, day);
    });
    return true;
  }
}

/** The least UUIDv7 of this time: identifiers are made in the order of time, so they bound the rows of a day. */
function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
