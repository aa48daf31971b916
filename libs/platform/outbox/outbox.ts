import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TenantDb } from '../database/tenant-db.js';
import type { TenantId } from '../database/tenant-id.js';
import { currentRequestId } from '../http/request-context.js';
import { newUuid } from '../ids/resource-id.js';
import { currentTraceparent } from '../observability/tracing/span.js';
import { EventCatalog } from './event-catalog.js';
import type { EventType } from './event-type.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRepository } from './outbox.repository.js';

/** Where a change says that it happened: in its own transaction, so that neither is without the other. */
@Injectable()
export class Outbox {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly events: OutboxRepository,
    private readonly catalog: EventCatalog,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Writes one event for each subject; after the commit they are handled at once.
   * @throws Error for an event that no feature declares
   */
  async add<Subject>(
    tx: EntityManager,
    tenant: TenantId,
    type: EventType<Subject>,
    subjects: readonly Subject[],
  ): Promise<void> {
    this.catalog.handlerOf(type.name);
    if (subjects.length === 0) return;
    const { name, describe } = type;
    const common = { name, requestId: currentRequestId(), createdAt: new Date(), traceparent: currentTraceparent() };
    const events = subjects.map((subject) => ({ id: newUuid(), ...common, ...describe(subject) }));
    await this.events.insert(tx, tenant, events);
    this.tenantDb.afterCommit(tx, this.relay.wake);
  }
}
