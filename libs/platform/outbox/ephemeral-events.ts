import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { WriteBehindBuffer } from '../concurrency/write-behind-buffer.js';
import { TenantDb } from '../database/tenant-db.js';
import { TenantErasers } from '../erasure/tenant-erasers.js';
import { unlessErased } from '../errors/domain-error.js';
import type { TenantId } from '../ids/tenant-id.js';
import { currentRequestId, isWarmUp } from '../context/request-context.js';
import { newUuid } from '../ids/resource-id.js';
import { failureText } from '../observability/logged-error.js';
import { currentTraceparent } from '../observability/tracing/span.js';
import { EventRecipients } from './event-recipients.js';
import type { EventType } from '../events/event-type.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRepository } from './outbox.repository.js';
import type { StoredEvent } from '../events/stored-event.js';

const FLUSH_MS = 1_000;
/** Events that wait while the database is unavailable; later ones are dropped. */
const MAX_WAITING = 10_000;
/** Tenants whose events could not be written end a flush: an unavailable database is not asked for all of them. */
const MAX_FAILURES = 3;
/** How long a tenant without subscribers to these events is not checked again. */
const UNWANTED = { max: 10_000, ttl: 5_000 };

/**
 * Events that record no change, as that something was searched for. They are written a second later, many at once, and
 * only where somebody of the tenant wants them; a process that is killed takes those of its last second with it.
 */
@Injectable()
export class EphemeralEvents implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EphemeralEvents.name);
  private readonly unwanted = new LRUCache<string, true>(UNWANTED);
  private readonly buffer: WriteBehindBuffer<TenantId, StoredEvent>;

  constructor(
    tenantDb: TenantDb,
    private readonly events: OutboxRepository,
    private readonly recipients: EventRecipients,
    private readonly relay: OutboxRelay,
    erasers: TenantErasers,
  ) {
    erasers.onForget((tenant) => this.buffer.discard(tenant));
    this.buffer = new WriteBehindBuffer({
      intervalMs: FLUSH_MS,
      // Where the answer to a commit is lost they are written again, under the same ids: that changes nothing.
      write: async (tenant, waiting) => {
        await unlessErased(tenantDb.run(tenant, (tx) => this.write(tx, tenant, waiting)));
      },
      maxFailures: MAX_FAILURES,
      onError: (error) => {
        this.logger.warn(
          `${this.buffer.size} events could not be written, they are tried again: ${failureText(error)}`,
        );
      },
    });
  }

  onApplicationBootstrap(): void {
    this.buffer.start();
  }

  /** A database that is gone must not keep the process from ending. */
  async onApplicationShutdown(): Promise<void> {
    await this.buffer.stop().catch((error: unknown) => {
      this.logger.error(`${this.buffer.size} events are lost: ${failureText(error)}`);
    });
  }

  /** Returns at once. A warm-up is no event. */
  note<Subject>(tenant: TenantId, { name, describe }: EventType<Subject>, subject: Subject): void {
    if (isWarmUp() || this.buffer.size >= MAX_WAITING || this.unwanted.has(keyOf(tenant, name))) return;
    const origin = { requestId: currentRequestId(), createdAt: new Date(), traceparent: currentTraceparent() };
    const event = { id: newUuid(), name, ...origin, ...describe(subject) };
    this.buffer.add(tenant, event.id, event);
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
