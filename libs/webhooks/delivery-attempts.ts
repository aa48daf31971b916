import { Injectable, Logger } from '@nestjs/common';
import { formatId, type TenantId } from '@mneme/platform';
import type { AttemptResult } from './attempt-result.js';
import type { ClaimedDelivery, ReportedAttempt } from './delivery-desk.js';
import { payloadHeaders } from './delivery-payload.js';
import { FairSlots } from './fair-slots.js';
import { nextAttemptAt } from './retry-schedule.js';
import { WebhookClock } from './webhook-clock.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookSender } from './webhook-sender.js';
import { signatureHeaders } from './webhook-signature.js';

/** Requests under way in one process, over all endpoints. */
const SLOTS = 512;

/** Where and how to deliver. */
export interface DeliveryTarget {
  readonly tenantId: TenantId;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** Makes single attempts, fairly between tenants, and says what each makes of its delivery. */
@Injectable()
export class DeliveryAttempts {
  private readonly logger = new Logger(DeliveryAttempts.name);
  private readonly slots = new FairSlots(SLOTS);

  constructor(
    private readonly sender: WebhookSender,
    private readonly clock: WebhookClock,
    private readonly metrics: WebhookMetrics,
  ) {}

  /** Never rejects. */
  async make(target: DeliveryTarget, delivery: ClaimedDelivery): Promise<ReportedAttempt> {
    const result = await this.slots.run(target.tenantId, () => this.send(target, delivery.eventId, delivery.body));
    if (delivery.attempts === 0) this.metrics.firstAttempt(delivery.eventId, result.at);
    this.report(target, delivery, result);
    return { result, settled: this.settled(delivery, result) };
  }

  /** One signed request. */
  async send({ url, secrets }: DeliveryTarget, eventId: string, body: string): Promise<AttemptResult> {
    const headers = payloadHeaders(eventId);
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
  private report({ tenantId }: DeliveryTarget, delivery: ClaimedDelivery, result: AttemptResult): void {
    const ids = `delivery ${formatId('dlv', delivery.id)} of event ${formatId('evt', delivery.eventId)}`;
    const outcome = result.error ?? `answered ${result.statusCode ?? 0}`;
    const line = `${ids}, tenant ${tenantId}, attempt ${delivery.attempts + 1}: ${outcome} (${result.latencyMs} ms)`;
    if (result.error === null) this.logger.debug(line);
    else this.logger.warn(line);
  }
}
