import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { TenantDb } from '../database/tenant-db.js';
import type { TenantId } from '../database/tenant-id.js';
import { currentRequestId, isWarmUp } from '../http/request-context.js';
import { newUuid } from '../ids/resource-id.js';
import { failureText } from '../observability/logged-error.js';
import { currentTraceparent } from '../observability/tracing/span.js';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { EventRecipients } from './event-recipients.js';
import type { EventType } from './event-type.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRepository } from './outbox.repository.js';
import type { StoredEvent } from './stored-event.js';

const FLUSH_MS = 1_000;
/** What a database that is away makes wait; what comes then is not told of. */
const MOST_WAITING = 10_000;
/** Tenants whose events could not be written end a run: a database that is away is not asked for all of them. */
const MOST_FAILURES = 3;
/** A tenant where nobody wants such events is not asked again for so long. */
const UNWANTED = { max: 10_000, ttl: 5_000 };

/**
 * Events that record no change, as that something was searched for. They are written a second later, many at once, and
 * only where somebody of the tenant wants them; a process that is killed takes those of its last second with it.
 */
@Injectable()
export class Observations implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Observations.name);
  private readonly unwanted = new LRUCache<string, true>(UNWANTED);
  private readonly job = new PeriodicJob(
    () => this.flush(),
    FLUSH_MS,
    (error) => {
      this.logger.warn(`${this.waiting} events could not be written, they are tried again: ${failureText(error)}`);
    },
  );
  private readonly pending = new Map<TenantId, StoredEvent[]>();
  private waiting = 0;

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly events: OutboxRepository,
    private readonly recipients: EventRecipients,
    private readonly relay: OutboxRelay,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  /** A database that is gone must not keep the process from ending. */
  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
    await this.flush().catch((error: unknown) => {
      this.logger.error(`${this.waiting} events are lost: ${failureText(error)}`);
    });
  }

  /** Returns at once. A warm-up is no event. */
  note<Subject>(tenant: TenantId, { name, describe }: EventType<Subject>, subject: Subject): void {
    if (isWarmUp() || this.waiting >= MOST_WAITING || this.unwanted.has(keyOf(tenant, name))) return;
    const origin = { requestId: currentRequestId(), createdAt: new Date(), traceparent: currentTraceparent() };
    const event = { id: newUuid(), name, ...origin, ...describe(subject) };
    const known = this.pending.get(tenant);
    if (known === undefined) this.pending.set(tenant, [event]);
    else known.push(event);
    this.waiting++;
  }

  /** One transaction a tenant. What was not written stays pending, behind everybody else's. @throws the first failure */
  private async flush(): Promise<boolean> {
    const failures: unknown[] = [];
    for (const [tenant, events] of [...this.pending]) {
      await this.flushOne(tenant, events).catch((error: unknown) => {
        failures.push(error);
        this.pending.delete(tenant);
        this.pending.set(tenant, events);
      });
      if (failures.length === MOST_FAILURES) break;
    }
    if (failures.length > 0) throw failures[0];
    return false;
  }

  /** Where the answer to a commit is lost they are written again, under the same ids: that changes nothing. */
  private async flushOne(tenant: TenantId, events: StoredEvent[]): Promise<void> {
    const batch = [...events];
    await this.tenantDb.run(tenant, (tx) => this.write(tx, tenant, batch));
    events.splice(0, batch.length);
    this.waiting -= batch.length;
    if (events.length === 0) this.pending.delete(tenant);
  }

  private async write(tx: EntityManager, tenant: TenantId, events: readonly StoredEvent[]): Promise<void> {
    for (const name of new Set(events.map((event) => event.name))) {
      const recipients = await this.recipients.wanting(tx, tenant, name);
      if (recipients === undefined) {
        this.unwanted.set(keyOf(tenant, name), true);
        continue;
      }
      const ofName = events.filter((event) => event.name === name);
      await this.events.insert(tx, tenant, ofName, recipients);
      this.relay.wakeAfter(tx, recipients.handlers);
    }
  }
}

function keyOf(tenant: TenantId, name: string): string {
  return `${tenant} ${name}`;
}
