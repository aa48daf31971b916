import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { SpanKind } from '@opentelemetry/api';
import type { EntityManager } from 'typeorm';
import { AppConfig } from '../config/app-config.js';
import { TenantDb } from '../database/tenant-db.js';
import type { TenantId } from '../database/tenant-id.js';
import { formatId } from '../ids/resource-id.js';
import { failureText } from '../observability/logged-error.js';
import { noteSpan } from '../observability/tracing/span.js';
import { forTenant } from '../http/request-context.js';
import { BackgroundWork } from '../jobs/background-work.js';
import { JobQueue } from '../jobs/job-queue.js';
import type { JobHandler } from '../jobs/job-type.js';
import type { PeriodicJob } from '../jobs/periodic-job.js';
import { EventCatalog } from './event-catalog.js';
import { OutboxMetrics } from './outbox-metrics.js';
import { OutboxQueueRepository, type OutboxState, type QueuedEvent } from './outbox-queue.repository.js';
import { OutboxRepository } from './outbox.repository.js';
import { RELAY_HINT_MS, RelayOutbox, type RelayHint } from './relay-outbox.job.js';
import type { EventHeader } from './stored-event.js';

const INTERVAL_MS = 1_000;
/** Commits that come this close together are relayed together. */
const WAKE_MS = 20;
const TENANTS = 50;
const EVENTS_EACH = 100;
/** From here on an event is tried alone, so that one that can never succeed does not hold up its neighbours. */
const SUSPECT_ATTEMPTS = 3;

/**
 * Hands every committed event to its handler: soon after the commit, and by a sweep where that did not happen. Each
 * tenant has its turn with at most so many events, so one that writes much does not hold up the others.
 */
@Injectable()
export class OutboxRelay implements OnModuleInit, JobHandler<RelayHint> {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly job: PeriodicJob;
  private hinted = 0;

  constructor(
    background: BackgroundWork,
    private readonly config: AppConfig,
    private readonly jobs: JobQueue,
    private readonly tenantDb: TenantDb,
    private readonly queue: OutboxQueueRepository,
    private readonly events: OutboxRepository,
    private readonly catalog: EventCatalog,
    private readonly modules: ModuleRef,
    private readonly metrics: OutboxMetrics,
  ) {
    this.job = background.repeat('outbox relay', INTERVAL_MS, () => this.sweep());
  }

  async onModuleInit(): Promise<void> {
    if (!this.config.workers) return;
    await this.reviveDead();
    // Alone on an embedded database, whatever an earlier process had in hand is ours now.
    if (this.config.postgres === undefined) await this.tenantDb.runSystem((tx) => this.queue.releaseAll(tx));
  }

  /** Gives events that were set aside another chance: a newer program may know what to do with them. */
  async reviveDead(): Promise<void> {
    await this.tenantDb.runSystem((tx) => this.queue.revive(tx));
  }

  /** Called after a commit that wrote events. */
  readonly wake = (): void => {
    if (this.config.workers) return this.job.wake(WAKE_MS);
    const stretch = Math.ceil(Date.now() / RELAY_HINT_MS);
    if (stretch > this.hinted) this.jobs.add(RelayOutbox, { stretch }, stretch * RELAY_HINT_MS - Date.now());
    this.hinted = stretch;
  };

  /** Another process, which runs no jobs, has written events. */
  run(): Promise<void> {
    this.job.wake(0);
    return Promise.resolve();
  }

  /** One turn for every tenant. @returns whether more may be waiting */
  async sweep(): Promise<boolean> {
    let more = false;
    let after = '';
    for (;;) {
      const tenants = await this.tenantDb.runSystem((tx) => this.queue.tenants(tx, after, TENANTS));
      if (tenants.length > 0) more = (await this.relay(tenants)) || more;
      after = tenants.at(-1) ?? '';
      if (tenants.length < TENANTS) return more;
    }
  }

  /** How far the handlers are behind. */
  async state(): Promise<OutboxState> {
    return this.tenantDb.runSystem((tx) => this.queue.state(tx));
  }

  private async relay(tenants: readonly TenantId[]): Promise<boolean> {
    const claimed = await this.tenantDb.runSystem((tx) => this.queue.claim(tx, tenants, EVENTS_EACH));
    let more = false;
    for (const tenant of tenants) {
      const mine = claimed.filter((event) => event.tenantId === tenant);
      for (const group of groups(mine)) await forTenant(tenant, () => this.settle(tenant, group));
      more ||= mine.length === EVENTS_EACH;
    }
    return more;
  }

  private async settle(tenant: TenantId, group: readonly string[]): Promise<void> {
    try {
      const startedAt = Date.now();
      const relayed = await this.tenantDb.run(tenant, (tx) => this.handle(tx, tenant, group));
      this.metrics.relayed(relayed);
      noteRelays(tenant, relayed, startedAt);
    } catch (error) {
      const reason = failureText(error);
      this.metrics.failed(group.length);
      this.logger.warn(`${group.length} events wait for another attempt: ${reason}`);
      await this.tenantDb.run(tenant, (tx) => this.queue.postpone(tx, tenant, group, reason));
    }
  }

  /** In one transaction: the events leave the queue, and whatever their handlers write about them is written. */
  private async handle(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<readonly EventHeader[]> {
    const taken = await this.queue.take(tx, tenant, ids);
    const kept = new Set<string>();
    for (const [handler, events] of byHandler(taken, this.catalog)) {
      const instance = this.modules.get(handler, { strict: false });
      for (const id of await instance.handle(tx, tenant, events)) kept.add(id);
    }
    const unwanted = taken.map(({ id }) => id).filter((id) => !kept.has(id));
    if (unwanted.length > 0) await this.events.delete(tx, tenant, unwanted);
    if (kept.size > 0) await this.events.keep(tx, tenant);
    return taken;
  }
}

/** Events of many traces are relayed together: each of these is told of it. */
function noteRelays(tenant: TenantId, events: readonly EventHeader[], startedAt: number): void {
  for (const { id, name, traceparent } of events) {
    if (traceparent === null) continue;
    const attributes = { 'mneme.tenant': tenant, 'mneme.event_id': formatId('evt', id) };
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

function byHandler(events: readonly EventHeader[], catalog: EventCatalog) {
  const handlers = new Map<ReturnType<EventCatalog['handlerOf']>, EventHeader[]>();
  for (const event of events) {
    const handler = catalog.handlerOf(event.name);
    const known = handlers.get(handler);
    if (known === undefined) handlers.set(handler, [event]);
    else known.push(event);
  }
  return handlers;
}
