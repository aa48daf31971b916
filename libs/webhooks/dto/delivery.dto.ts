import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from '@mneme/platform/answers';
import { formatId } from '@mneme/platform/ids';
import type { LoggedAttempt } from '../delivery-log/delivery-log.repository.js';
import { payloadHeaders } from '../delivery/delivery-payload.js';
import type { DeliveryDetail, DeliveryPage } from '../delivery-log/webhook-deliveries.service.js';
import { DELIVERY_STATUSES, type WebhookDelivery } from '../delivery/webhook-delivery.entity.js';
import { Nullable } from './nullable.decorator.js';

/** An event on its way to an endpoint, or there. */
export class DeliveryDto {
  @ApiProperty({ example: 'dlv_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly webhookId: string;

  @ApiProperty({ example: 'evt_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'The webhook-id of every attempt' })
  readonly eventId: string;

  @ApiProperty({ example: 'memory.created' })
  readonly event: string;

  @ApiProperty({ enum: DELIVERY_STATUSES })
  readonly status: string;

  @ApiProperty({ example: 1, description: 'Attempts so far' })
  readonly attempts: number;

  @Nullable('number', { example: 200, description: 'Of the last attempt' })
  readonly statusCode: number | null;

  @Nullable('string', { description: 'Of the last attempt' })
  readonly error: string | null;

  @Nullable('string', { format: 'date-time', description: 'null where none is to come' })
  readonly nextAttemptAt: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time', description: 'The last attempt, or when it was canceled' })
  readonly updatedAt: string;

  static from(delivery: WebhookDelivery): DeliveryDto {
    const { id, webhookId, eventId, event, status, attempts, statusCode, error } = delivery;
    return {
      id: formatId('dlv', id),
      webhookId: formatId('wh', webhookId),
      eventId: formatId('evt', eventId),
      event,
      status,
      attempts,
      statusCode,
      error,
      nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
      createdAt: delivery.createdAt.toISOString(),
      updatedAt: delivery.updatedAt.toISOString(),
    };
  }
}

/** Data of GET /webhooks/{id}/deliveries. */
export class DeliveryPageDto {
  @ApiProperty({ type: [DeliveryDto], description: 'Newest first' })
  readonly deliveries: DeliveryDto[];

  @ApiProperty()
  readonly pagination: PaginationDto;

  static from({ deliveries, page, limit, total, nextCursor }: DeliveryPage): DeliveryPageDto {
    return {
      deliveries: deliveries.map((delivery) => DeliveryDto.from(delivery)),
      pagination: PaginationDto.withCursor(page, limit, total, nextCursor),
    };
  }
}

/** What every attempt sends, beside timestamp and signature. */
export class DeliveryRequestDto {
  @ApiProperty({ example: 'https://example.com/hooks/mneme', description: 'The present one' })
  readonly url: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  readonly headers: Record<string, string>;

  @Nullable('string', { description: 'As it is signed; null where the event is no longer kept' })
  readonly body: string | null;
}

/** What came of one attempt. */
export class DeliveryAttemptDto {
  @ApiProperty({ example: 1 })
  readonly number: number;

  @ApiProperty({ format: 'date-time' })
  readonly attemptedAt: string;

  @Nullable('number', { example: 200, description: 'null where no answer came' })
  readonly statusCode: number | null;

  @ApiProperty({ example: 83, description: 'Milliseconds' })
  readonly latencyMs: number;

  @Nullable('string', { description: 'null where it succeeded' })
  readonly error: string | null;

  @Nullable('string', { description: "The first 2 KiB of the answer's body" })
  readonly response: string | null;

  static from({ number, attemptedAt, statusCode, latencyMs, error, response }: LoggedAttempt): DeliveryAttemptDto {
    return { number, attemptedAt: attemptedAt.toISOString(), statusCode, latencyMs, error, response };
  }
}

/** Data of GET /webhooks/{id}/deliveries/{deliveryId}. */
export class DeliveryDetailDto extends DeliveryDto {
  @ApiProperty()
  readonly request: DeliveryRequestDto;

  @ApiProperty({ type: [DeliveryAttemptDto], description: 'Oldest first' })
  readonly attemptLog: DeliveryAttemptDto[];

  static detailed({ delivery, url, body, attempts }: DeliveryDetail): DeliveryDetailDto {
    const request = { url, headers: payloadHeaders(delivery.eventId, null), body };
    const attemptLog = attempts.map((attempt) => DeliveryAttemptDto.from(attempt));
    return Object.assign(DeliveryDto.from(delivery), { request, attemptLog });
  }
}
