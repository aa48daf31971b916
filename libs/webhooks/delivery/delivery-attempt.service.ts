import { Injectable, Logger } from '@nestjs/common';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { Clock } from '@mneme/platform/clock';
import { FairSemaphore } from '@mneme/platform/concurrency';
import { formatId, type TenantId } from '@mneme/platform/ids';
import { currentTraceparent, inSpan } from '@mneme/platform/observability';
import type { AttemptResult } from '../http/attempt-result.js';
import type { ClaimedDelivery, ReportedAttempt } from './delivery-claims.service.js';
import { payloadHeaders } from './delivery-payload.js';
import { nextAttemptAt } from '../http/retry-schedule.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookSender } from '../http/webhook-sender.js';
import { signatureHeaders } from '../http/webhook-signature.js';

/** Requests under way in one process, over all endpoints. */
export const MAX_REQUESTS = 512;

/** Where and how to deliver. */
export interface DeliveryTarget {
  readonly tenantId: TenantId;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** Makes single attempts, fairly between tenants, and says what each makes of its delivery. */
@Injectable()
export class DeliveryAttemptService {
  private readonly logger = new Logger(DeliveryAttemptService.name);
  private readonly slots = new FairSemaphore(MAX_REQUESTS);

  constructor(
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    private readonly metrics: WebhookMetrics,
  ) {}

  /** Never rejects. @param target asked for once the request has its slot */
  async make(target: () => DeliveryTarget, delivery: ClaimedDelivery): Promise<ReportedAttempt> {
    const { tenantId } = target();
    const result = await this.slots.run(tenantId, () => this.traced(target(), delivery));
    if (delivery.attempts === 0) this.metrics.firstAttempt(delivery.eventId, result.at);
    this.report(tenantId, delivery, result);
    return { result, settled: this.settled(delivery, result) };
  }

  /** One request that belongs to no delivery, in a slot like every other. Never rejects. */
  async test(target: DeliveryTarget, eventId: string, body: string): Promise<AttemptResult> {
    return this.slots.run(target.tenantId, () => this.send(target, eventId, body));
  }

  /** A part of the trace that the event was made in, however much later. */
  private traced(target: DeliveryTarget, { id, event, eventId, attempts, body, traceparent }: ClaimedDelivery) {
    const ids = { 'mneme.delivery_id': formatId('dlv', id), 'mneme.event_id': formatId('evt', eventId) };
    const attributes = { ...ids, 'mneme.tenant': target.tenantId, 'mneme.attempt': attempts + 1 };
    return inSpan(`deliver ${event}`, { kind: SpanKind.CLIENT, attributes, parent: traceparent }, async (span) => {
      const result = await this.send(target, eventId, body);
      if (result.statusCode !== null) span?.setAttribute('http.response.status_code', result.statusCode);
      if (result.error !== null) span?.setStatus({ code: SpanStatusCode.ERROR });
      return result;
    });
  }

  /** One signed request. */
  private async send({ url, secrets }: DeliveryTarget, eventId: string, body: string): Promise<AttemptResult> {
    const headers = payloadHeaders(eventId, currentTraceparent());
    const at = this.clock.now();
    const signature = signatureHeaders(formatId('evt', eventId), at, body, secrets);
    const result = { ...(await this.sender.send({ url, body, headers: { ...headers, ...signature } })), at };
    this.metrics.attempted(result);
    return result;
  }

  private settled({ id, attempts, step }: ClaimedDelivery, result: AttemptResult): ReportedAttempt['settled'] {
    const { at, latencyMs, statusCode, error, response, retryAfterMs } = result;
    const next = error === null ? undefined : nextAttemptAt(step, this.clock.now(), retryAfterMs, Math.random());
    const status = error === null ? 'delivered' : next === undefined ? 'failed' : 'pending';
    const attempt = { id, number: attempts + 1, at, latencyMs, statusCode, error, response };
    return { ...attempt, status, step: step + 1, nextAttemptAt: next ?? null };
  }

  /** Identifiers and outcome: no body, no secret, no address. */
  private report(tenant: TenantId, delivery: ClaimedDelivery, result: AttemptResult): void {
    const ids = `delivery ${formatId('dlv', delivery.id)} of event ${formatId('evt', delivery.eventId)}`;
    const outcome = result.error ?? `answered ${result.statusCode ?? 0}`;
    const line = `${ids}, tenant ${tenant}, attempt ${delivery.attempts + 1}: ${outcome} (${result.latencyMs} ms)`;
    if (result.error === null) this.logger.debug(line);
    else this.logger.warn(line);
  }
}
