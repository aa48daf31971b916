import { Injectable } from '@nestjs/common';
import { Metrics } from '../observability/metrics/metrics.js';
import { OutboxRelay } from './outbox-relay.js';

/** How far the handlers are behind, looked up when Prometheus asks. */
@Injectable()
export class OutboxMetrics {
  constructor(metrics: Metrics, relay: OutboxRelay) {
    const waiting = metrics.gauge('mneme_outbox_waiting_events', 'Events that no handler has had yet');
    const dead = metrics.gauge('mneme_outbox_dead_events', 'Events set aside after 20 attempts of their handler');
    const oldest = metrics.gauge('mneme_outbox_oldest_seconds', 'How long the oldest waiting event has been due');
    metrics.beforeCollect(async () => {
      const state = await relay.state();
      waiting.set(state.waiting);
      dead.set(state.dead);
      oldest.set(state.oldestSeconds);
    });
  }
}
