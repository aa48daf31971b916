import { Logger } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { EntityManager } from 'typeorm';
import type { TenantDb } from '../database/tenant-db.js';
import type { TenantId } from '../ids/tenant-id.js';
import { forTenant } from '../context/request-context.js';
import { formatId } from '../ids/resource-id.js';
import { DomainError } from '../errors/domain-error.js';
import { failureText } from '../observability/logged-error.js';
import { noteSpan } from '../observability/tracing/span.js';
import type { EventHandler } from '../events/event-handler.js';
import type { OutboxMetrics } from './outbox-metrics.js';
import type { OutboxQueueRepository, QueuedEvent } from './outbox-queue.repository.js';
import type { OutboxSettlement } from './outbox-settlement.js';
import type { EventHeader } from '../events/stored-event.js';

const TENANTS = 50;
const EVENTS_EACH = 100;
/** From here on an event is tried alone, so that one that can never succeed does not hold up its neighbours. */
const SUSPECT_ATTEMPTS = 3;

/** What the relays of all handlers share. */
export interface RelayParts {
  readonly tenantDb: TenantDb;
  readonly queue: OutboxQueueRepository;
  readonly settlement: OutboxSettlement;
  readonly metrics: OutboxMetrics;
}

/**
 * Hands one handler its events. Each tenant has its turn with a limited number of events, so one that writes much does not
 * hold up the others; and each handler has a relay of its own, so one that fails or takes long does not either.
 */
export class HandlerRelay {
  private readonly logger = new Logger(HandlerRelay.name);

  /** @param handler looked up at each call: it may be made after the relay */
  constructor(
    private readonly name: string,
    private readonly handler: () => EventHandler,
    private readonly parts: RelayParts,
  ) {}

  /** One turn for every tenant. @returns whether more may be waiting */
  async sweep(): Promise<boolean> {
    const { tenantDb, queue } = this.parts;
    let more = false;
    let after = '';
    for (;;) {
      const tenants = await tenantDb.readSystem((tx) => queue.tenants(tx, this.name, after, TENANTS));
      if (tenants.length > 0) more = (await this.relay(tenants)) || more;
      after = tenants.at(-1) ?? '';
      if (tenants.length < TENANTS) return more;
    }
  }

  private async relay(tenants: readonly TenantId[]): Promise<boolean> {
    const { tenantDb, queue } = this.parts;
    const claimed = await tenantDb.runSystem((tx) => queue.claim(tx, this.name, tenants, EVENTS_EACH));
    let more = false;
    for (const tenant of tenants) {
      const mine = claimed.filter((event) => event.tenantId === tenant);
      for (const group of groups(mine)) await forTenant(tenant, () => this.attempt(tenant, group));
      more ||= mine.length === EVENTS_EACH;
    }
    return more;
  }

  private async attempt(tenant: TenantId, ids: readonly string[]): Promise<void> {
    const { tenantDb, queue, metrics } = this.parts;
    try {
      const startedAt = Date.now();
      const relayed = await tenantDb.run(tenant, (tx) => this.handle(tx, tenant, ids));
      metrics.relayed(this.name, relayed);
      noteRelays(tenant, this.name, relayed, startedAt);
    } catch (error) {
      // Its events go with the tenant.
      if (error instanceof DomainError && error.kind === 'tenantErased') return;
      const reason = failureText(error);
      metrics.failed(this.name, ids.length);
      this.logger.warn(`${ids.length} events wait for another attempt of the handler "${this.name}": ${reason}`);
      await tenantDb.run(tenant, (tx) => queue.postpone(tx, tenant, this.name, { ids, reason }));
    }
  }

  /** In one transaction: the events leave the handler's queue, and what the handler writes about them is written. */
  private async handle(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<readonly EventHeader[]> {
    const { queue, settlement } = this.parts;
    const taken = await settlement.shared(tx, tenant, this.name, await queue.take(tx, tenant, this.name, ids));
    if (taken.length === 0) return [];
    await settlement.settle(tx, tenant, taken, await this.handler().handle(tx, tenant, taken));
    return taken;
  }
}

/** Events of many traces are relayed together: each trace gets a span of it. */
function noteRelays(tenant: TenantId, handler: string, events: readonly EventHeader[], startedAt: number): void {
  for (const { id, name, traceparent } of events) {
    if (traceparent === null) continue;
    const attributes = { 'mneme.tenant': tenant, 'mneme.event_id': formatId('evt', id), 'mneme.handler': handler };
    noteSpan(`relay ${name}`, startedAt, { kind: SpanKind.CONSUMER, attributes, parent: traceparent });
  }
}

/** All together, and one for each event that has failed too often. */
function groups(events: readonly QueuedEvent[]): string[][] {
  const ids = (some: readonly QueuedEvent[]): string[] => some.map((event) => event.eventId);
  const fresh = ids(events.filter((event) => event.attempts < SUSPECT_ATTEMPTS));
  const suspects = ids(events.filter((event) => event.attempts >= SUSPECT_ATTEMPTS));
  return [...(fresh.length > 0 ? [fresh] : []), ...suspects.map((id) => [id])];
}
