import { Injectable } from '@nestjs/common';
import { TenantDb } from '../database/tenant-db.js';
import { timeOfUuid } from '../ids/resource-id.js';
import { Metrics } from '../observability/metrics/metrics.js';
import { EventCatalog } from '../events/event-catalog.js';
import { OutboxQueueRepository } from './outbox-queue.repository.js';
import type { EventHeader } from '../events/stored-event.js';

const BUCKETS_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** How far each handler is behind: looked up when Prometheus asks, and how long each event has waited. */
@Injectable()
export class OutboxMetrics {
  private readonly waiting;
  private readonly dead;
  private readonly oldest;
  private readonly delays;
  private readonly failures;

  constructor(
    metrics: Metrics,
    private readonly tenantDb: TenantDb,
    private readonly queue: OutboxQueueRepository,
    private readonly catalog: EventCatalog,
  ) {
    const gauge = (name: string, help: string) => metrics.gauge(`mneme_outbox_${name}`, help, ['handler']);
    this.waiting = gauge('waiting_events', 'Events that the handler has not had yet');
    this.dead = gauge('dead_events', 'Events set aside after 20 attempts of the handler');
    this.oldest = gauge('oldest_seconds', 'How long the oldest event that waits for the handler has been due');
    metrics.beforeCollect(() => this.lookUp());
    const name = 'mneme_outbox_relay_delay_seconds';
    const help = 'Time from the making of an event until the handler has had it';
    this.delays = metrics.histogram(name, help, BUCKETS_SECONDS, ['handler']);
    const failed = 'Events at which the handler failed and that will be tried again';
    this.failures = metrics.counter('mneme_outbox_failures_total', failed, ['handler']);
    for (const { name: handler } of catalog.handlers) this.failures.inc({ handler }, 0);
  }

  relayed(handler: string, events: readonly EventHeader[]): void {
    const now = Date.now();
    for (const { id } of events) this.delays.observe({ handler }, Math.max(0, now - timeOfUuid(id)) / 1_000);
  }

  failed(handler: string, events: number): void {
    this.failures.inc({ handler }, events);
  }

  /** Handlers of this application alone: what waits for another is not behind, it is given up after a day. */
  private async lookUp(): Promise<void> {
    const states = await this.tenantDb.runSystem((tx) => this.queue.states(tx));
    for (const { name: handler } of this.catalog.handlers) {
      const state = states.find((of) => of.handler === handler);
      this.waiting.set({ handler }, state?.waiting ?? 0);
      this.dead.set({ handler }, state?.dead ?? 0);
      this.oldest.set({ handler }, state?.oldestSeconds ?? 0);
    }
  }
}
