import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from '@mneme/platform/answers';
import { formatId, idSchema } from '@mneme/platform/ids';
import type { LoggedAttempt } from '../delivery-log/delivery-log.repository.js';
import { payloadHeaders } from '../delivery/delivery-payload.js';
import type { DeliveryDetail, DeliveryPage } from '../delivery-log/webhook-deliveries.service.js';
import type { WebhookDelivery } from '../delivery/webhook-delivery.entity.js';
import { Nullable } from './nullable.decorator.js';
import { deliveryStatus } from './webhook-fields.js';

/** An event on its way to an endpoint, or there. */
export class DeliveryDto {
  @ApiProperty({ ...idSchema('dlv'), example: 'dlv_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Identifier' })
  readonly id: string;

  @ApiProperty({ ...idSchema('wh'), example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Webhook' })
  readonly webhookId: string;

  @ApiProperty({
    ...idSchema('evt'),
    example: 'evt_01kaj3w5m8f5zrj0q7f8t1x2ya',
    description: 'Event. The `webhook-id` header of every attempt',
  })
  readonly eventId: string;

  @ApiProperty({ example: 'memory.created', description: 'Name of the event, also `webhook.test`' })
  readonly event: string;

  @ApiProperty({ ...deliveryStatus.schema, example: 'delivered', description: 'What happened so far' })
  readonly status: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Number of attempts so far' })
  readonly attempts: number;

  @Nullable('integer', {
    example: 200,
    description: 'Status of the last attempt. `null`: no answer, or no attempt yet',
  })
  readonly statusCode: number | null;

  @Nullable('string', {
    example: 'the endpoint answered 500',
    description: 'Error of the last attempt. `null`: it succeeded, or there was none yet',
  })
  readonly error: string | null;

  @Nullable('string', { format: 'date-time', description: 'When the next attempt is due. `null`: there is none' })
  readonly nextAttemptAt: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it was created' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time', description: 'When it was last attempted or canceled' })
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

  @ApiProperty({ description: 'Position of the page in the list' })
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
  @ApiProperty({
    format: 'uri',
    example: 'https://example.com/hooks/mneme',
    description: 'The current address of the webhook',
  })
  readonly url: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: {
      'content-type': 'application/json',
      'user-agent': 'Mneme-Webhooks/1.0',
      'webhook-id': 'evt_01kaj3w5m8f5zrj0q7f8t1x2ya',
    },
    description: 'Headers, without timestamp and signature',
  })
  readonly headers: Record<string, string>;

  @Nullable('string', {
    example: '{"event":"memory.created","data":{},"metadata":{}}',
    description: 'Body, exactly as it is signed. `null`: the event is no longer kept',
  })
  readonly body: string | null;
}

/** What came of one attempt. */
export class DeliveryAttemptDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1, description: 'Number of the attempt, from 1' })
  readonly number: number;

  @ApiProperty({ format: 'date-time', description: 'When it was made' })
  readonly attemptedAt: string;

  @Nullable('integer', { example: 200, description: 'Status that the endpoint answered. `null`: no answer' })
  readonly statusCode: number | null;

  @ApiProperty({ minimum: 0, example: 83, description: 'Milliseconds until the answer' })
  readonly latencyMs: number;

  @Nullable('string', { example: 'the endpoint answered 500', description: 'What went wrong. `null`: it succeeded' })
  readonly error: string | null;

  @Nullable('string', {
    example: 'ok',
    description: 'The first 2 KiB of the body that the endpoint answered. `null`: none',
  })
  readonly response: string | null;

  static from({ number, attemptedAt, statusCode, latencyMs, error, response }: LoggedAttempt): DeliveryAttemptDto {
    return { number, attemptedAt: attemptedAt.toISOString(), statusCode, latencyMs, error, response };
  }
}

/** Data of GET /webhooks/{id}/deliveries/{deliveryId}. */
export class DeliveryDetailDto extends DeliveryDto {
  @ApiProperty({ description: 'What every attempt sends' })
  readonly request: DeliveryRequestDto;

  @ApiProperty({ type: [DeliveryAttemptDto], description: 'Oldest first' })
  readonly attemptLog: DeliveryAttemptDto[];

  static detailed({ delivery, url, body, attempts }: DeliveryDetail): DeliveryDetailDto {
    const request = { url, headers: payloadHeaders(delivery.eventId, null), body };
    const attemptLog = attempts.map((attempt) => DeliveryAttemptDto.from(attempt));
    return Object.assign(DeliveryDto.from(delivery), { request, attemptLog });
  }
}
