import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from '@mneme/platform/answers';
import { formatId, idSchema } from '@mneme/platform/ids';
import type { RegisteredWebhook } from '../registration/webhook.types.js';
import { Nullable } from './nullable.decorator.js';
import { eventName, webhookStatus } from './webhook-fields.js';

/** A webhook as clients see it: without its secret. */
export class WebhookDto {
  @ApiProperty({ ...idSchema('wh'), example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Identifier' })
  readonly id: string;

  @ApiProperty({ example: 'assistant on the web site', description: 'What the webhook is for' })
  readonly name: string;

  @ApiProperty({ format: 'uri', example: 'https://example.com/hooks/mneme', description: 'Where events are sent' })
  readonly url: string;

  @ApiProperty({
    type: 'array',
    items: eventName.schema,
    example: ['memory.created', 'memory.deleted'],
    description: 'Events that are sent',
  })
  readonly events: string[];

  @ApiProperty({ ...webhookStatus.schema, example: 'active', description: 'Whether events are sent' })
  readonly status: string;

  @ApiProperty({ format: 'date-time', description: 'When it was created' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time', description: 'When it was last changed' })
  readonly updatedAt: string;

  @Nullable('string', {
    format: 'date-time',
    description: 'The last attempt, successful or not. `null`: none yet',
  })
  readonly lastDeliveryAt: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description: 'Failed attempts since the last one that succeeded',
  })
  readonly consecutiveFailures: number;

  @Nullable('string', {
    example: 'the endpoint answered 410 Gone',
    description: 'Why the service disabled it. `null`: it did not',
  })
  readonly disabledReason: string | null;

  static from(webhook: RegisteredWebhook): WebhookDto {
    const { id, name, url, events, status, createdAt, updatedAt, lastDeliveryAt } = webhook;
    const { consecutiveFailures, disabledReason } = webhook;
    return {
      id: formatId('wh', id),
      name,
      url,
      events,
      status,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
      consecutiveFailures,
      disabledReason,
    };
  }
}

/** Data of GET /webhooks. */
export class WebhookPageDto {
  @ApiProperty({ type: [WebhookDto], description: 'Newest first' })
  readonly webhooks: WebhookDto[];

  @ApiProperty({ description: 'Position of the page in the list' })
  readonly pagination: PaginationDto;

  static from(all: readonly RegisteredWebhook[], page: number, limit: number): WebhookPageDto {
    const webhooks = all.slice((page - 1) * limit, page * limit).map((webhook) => WebhookDto.from(webhook));
    return { webhooks, pagination: PaginationDto.of(page, limit, all.length) };
  }
}

/** Data of POST /webhooks/{id}/rotate-secret. */
export class RotatedWebhookDto extends WebhookDto {
  @ApiProperty({
    format: 'date-time',
    description: 'Until then, deliveries are signed with the previous secret as well',
  })
  readonly previousSecretUntil: string;

  static rotated(webhook: RegisteredWebhook): RotatedWebhookDto {
    const previousSecretUntil = webhook.previousSecretUntil?.toISOString() ?? '';
    return Object.assign(WebhookDto.from(webhook), { previousSecretUntil });
  }
}

/** Data of DELETE /webhooks/{id}. */
export class DeletedWebhookDto {
  @ApiProperty({
    ...idSchema('wh'),
    example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya',
    description: 'Identifier of the webhook',
  })
  readonly id: string;

  @ApiProperty({ type: Boolean, enum: [true], description: 'It is deleted' })
  readonly deleted: true;
}
