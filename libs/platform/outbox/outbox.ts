import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
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

/** From so many on it costs less to ask whether anybody wants them than to write them. */
const MANY = 10;

/** Where a change says that it happened: in its own transaction, so that neither is without the other. */
@Injectable()
export class Outbox {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly events: OutboxRepository,
    private readonly catalog: EventCatalog,
    private readonly relay: OutboxRelay,
    private readonly modules: ModuleRef,
  ) {}

  /**
   * Writes one event for each subject; after the commit they are handled at once. Many are written only where somebody
   * of the tenant wants them; who does that from now on waits for this transaction (`wantersChange`).
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
    if (subjects.length >= MANY && !(await this.wanted(tx, tenant, type.name))) return;
    const { name, describe } = type;
    const common = { name, requestId: currentRequestId(), createdAt: new Date(), traceparent: currentTraceparent() };
    const events = subjects.map((subject) => ({ id: newUuid(), ...common, ...describe(subject) }));
    await this.events.insert(tx, tenant, events);
    this.tenantDb.afterCommit(tx, this.relay.wake);
  }

  /**
   * To be called in the transaction that makes somebody want events of the tenant, before it does. It waits for those
   * that have written none because nobody did, and later ones see the change: none is missed between the two.
   */
  async wantersChange(tx: EntityManager, tenant: TenantId): Promise<void> {
    await this.events.holdWanters(tx, tenant, 'alone');
  }

  private async wanted(tx: EntityManager, tenant: TenantId, name: string): Promise<boolean> {
    await this.events.holdWanters(tx, tenant, 'shared');
    return this.modules.get(this.catalog.handlerOf(name), { strict: false }).wants(tx, tenant, name);
  }
}
