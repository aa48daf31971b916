import { Injectable } from '@nestjs/common';
import { TenantDb } from '../database/tenant-db.js';
import { timeOfUuid } from '../ids/resource-id.js';
import { Metrics } from '../observability/metrics/metrics.js';
import { OutboxQueueRepository } from './outbox-queue.repository.js';
import type { EventHeader } from './stored-event.js';

const BUCKETS_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** How far the handlers are behind: looked up when Prometheus asks, and how long each event has waited. */
@Injectable()
export class OutboxMetrics {
  private readonly delays;
  private readonly failures;

  constructor(metrics: Metrics, tenantDb: TenantDb, queue: OutboxQueueRepository) {
    const waiting = metrics.gauge('mneme_outbox_waiting_events', 'Events that no handler has had yet');
    const dead = metrics.gauge('mneme_outbox_dead_events', 'Events set aside after 20 attempts of their handler');
    const oldest = metrics.gauge('mneme_outbox_oldest_seconds', 'How long the oldest waiting event has been due');
    metrics.beforeCollect(async () => {
      const state = await tenantDb.runSystem((tx) => queue.state(tx));
      waiting.set(state.waiting);
      dead.set(state.dead);
      oldest.set(state.oldestSeconds);
    });
    const name = 'mneme_outbox_relay_delay_seconds';
    this.delays = metrics.histogram(
      name,
      'Time from the making of an event until its handler has had it',
      BUCKETS_SECONDS,
    );
    this.failures = metrics.counter(
      'mneme_outbox_failures_total',
      'Events whose handler failed and will be tried again',
    );
  }

  relayed(events: readonly EventHeader[]): void {
    const now = Date.now();
    for (const { id } of events) this.delays.observe(Math.max(0, now - timeOfUuid(id)) / 1_000);
  }

  failed(events: number): void {
    this.failures.inc(events);
  }
}
