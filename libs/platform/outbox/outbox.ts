import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';
import { currentRequestId } from '../context/request-context.js';
import { newUuid } from '../ids/resource-id.js';
import { currentTraceparent } from '../observability/tracing/span.js';
import { TenantDb } from '../database/tenant-db.js';
import { EventRecipients } from './event-recipients.js';
import type { EventType } from '../events/event-type.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRepository, type Recipients } from './outbox.repository.js';

/** From this number on it costs less to check for subscribers than to write the events. */
const MANY = 10;

/** Where a change says that it happened: in its own transaction, so that neither is without the other. */
@Injectable()
export class Outbox {
  constructor(
    private readonly events: OutboxRepository,
    private readonly recipients: EventRecipients,
    private readonly relay: OutboxRelay,
    private readonly tenantDb: TenantDb,
  ) {}

  /**
   * Writes one event for each subject, together with the commit; after the commit each of its handlers has them at once. Many are written only for
   * the handlers that want them; a change of what they want waits for this transaction (`wantersChange`).
   * @returns the ids of the events that were written
   * @throws Error for an event that no feature declares
   */
  async add<Subject>(
    tx: EntityManager,
    tenant: TenantId,
    type: EventType<Subject>,
    subjects: readonly Subject[],
  ): Promise<string[]> {
    const all = this.recipients.all(type.name);
    if (subjects.length === 0) return [];
    const recipients = subjects.length < MANY ? all : await this.wanting(tx, tenant, type.name);
    if (recipients === undefined) return [];
    const { name, describe } = type;
    const common = { name, requestId: currentRequestId(), createdAt: new Date(), traceparent: currentTraceparent() };
    const events = subjects.map((subject) => ({ id: newUuid(), ...common, ...describe(subject) }));
    this.tenantDb.withCommit(tx, () => this.events.insert(tx, tenant, events, recipients));
    this.relay.wakeAfter(tx, recipients.handlers);
    return events.map(({ id }) => id);
  }

  /**
   * To be called in the transaction that makes somebody want events of the tenant, before it does. It waits for those
   * that have written none because nobody did, and later ones see the change: none is missed between the two.
   */
  async wantersChange(tx: EntityManager, tenant: TenantId): Promise<void> {
    await this.events.holdWanters(tx, tenant, 'alone');
  }

  private async wanting(tx: EntityManager, tenant: TenantId, event: string): Promise<Recipients | undefined> {
    await this.events.holdWanters(tx, tenant, 'shared');
    return this.recipients.wanting(tx, tenant, event);
  }
}
