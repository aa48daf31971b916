import { Injectable } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import { timeOfUuid } from '@mneme/platform/ids';
import { Metrics } from '@mneme/platform/observability';
import type { AttemptResult } from '../http/attempt-result.js';
import { WebhookSystemRepository } from '../scheduling/webhook-system.repository.js';

const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const DELAY_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Metrics of deliveries. */
@Injectable()
export class WebhookMetrics {
  private readonly attempts;
  private readonly durations;
  private readonly delays;

  constructor(metrics: Metrics, tenantDb: TenantDb, system: WebhookSystemRepository, clock: Clock) {
    this.attempts = metrics.counter('mneme_webhook_attempts_total', 'Attempts to deliver', ['result']);
    this.durations = metrics.histogram(
      'mneme_webhook_attempt_duration_seconds',
      'Time from the beginning of an attempt to the end of its answer',
      BUCKETS_SECONDS,
    );
    this.delays = metrics.histogram(
      'mneme_webhook_delivery_delay_seconds',
      'Time from the making of an event to the first attempt to deliver it',
      DELAY_BUCKETS_SECONDS,
    );
    const age = metrics.gauge('mneme_webhook_queue_age_seconds', 'How long the oldest delivery has been due');
    const waiting = metrics.gauge('mneme_webhook_endpoints_waiting', 'Endpoints with a delivery that is due');
    const disabled = metrics.gauge('mneme_webhook_endpoints_disabled', 'Endpoints that failed too long and are off');
    metrics.beforeCollect(async () => {
      const totals = await tenantDb.runSystem((tx) => system.totals(tx, clock.now()));
      age.set(totals.oldestSeconds);
      waiting.set(totals.waiting);
      disabled.set(totals.disabled);
    });
  }

  attempted({ error, statusCode, latencyMs }: AttemptResult): void {
    const result = error === null ? 'delivered' : statusCode === null ? 'no_answer' : 'refused';
    this.attempts.inc({ result });
    this.durations.observe(latencyMs / 1_000);
  }

  /** @param at when the first attempt began */
  firstAttempt(eventId: string, at: Date): void {
    this.delays.observe(Math.max(0, at.getTime() - timeOfUuid(eventId)) / 1_000);
  }
}
