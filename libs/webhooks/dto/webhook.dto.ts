import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from '@mneme/platform/answers';
import { formatId } from '@mneme/platform/ids';
import type { RegisteredWebhook } from '../registration/webhook.types.js';
import { WEBHOOK_STATUSES } from '../registration/webhook-state.entity.js';
import { Nullable } from './nullable.decorator.js';

/** A webhook as clients see it: without its secret. */
export class WebhookDto {
  @ApiProperty({ example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ example: 'assistant on the web site' })
  readonly name: string;

  @ApiProperty({ example: 'https://example.com/hooks/mneme' })
  readonly url: string;

  @ApiProperty({ type: [String], example: ['memory.created', 'memory.deleted'] })
  readonly events: string[];

  @ApiProperty({ enum: WEBHOOK_STATUSES })
  readonly status: string;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly updatedAt: string;

  @Nullable('string', { format: 'date-time', description: 'The last attempt, successful or not' })
  readonly lastDeliveryAt: string | null;

  @ApiProperty({ example: 0, description: 'Failed attempts since the last that succeeded' })
  readonly consecutiveFailures: number;

  @Nullable('string', { description: 'Why the service made it inactive; null where it did not' })
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

  @ApiProperty()
  readonly pagination: PaginationDto;

  static from(all: readonly RegisteredWebhook[], page: number, limit: number): WebhookPageDto {
    const webhooks = all.slice((page - 1) * limit, page * limit).map((webhook) => WebhookDto.from(webhook));
    return { webhooks, pagination: PaginationDto.of(page, limit, all.length) };
  }
}

/** Data of POST /webhooks/{id}/rotate-secret. */
export class RotatedWebhookDto extends WebhookDto {
  @ApiProperty({ format: 'date-time', description: 'Until then the secret before signs as well' })
  readonly previousSecretUntil: string;

  static rotated(webhook: RegisteredWebhook): RotatedWebhookDto {
    const previousSecretUntil = webhook.previousSecretUntil?.toISOString() ?? '';
    return Object.assign(WebhookDto.from(webhook), { previousSecretUntil });
  }
}

/** Data of DELETE /webhooks/{id}. */
export class DeletedWebhookDto {
  @ApiProperty({ example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ enum: [true] })
  readonly deleted: true;
}
