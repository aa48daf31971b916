import { ApiProperty } from '@nestjs/swagger';
import { formatId } from '@mneme/platform/ids';
import type { TestedWebhook } from '../delivery-log/webhook-test.service.js';
import { Nullable } from './nullable.decorator.js';

/** Data of POST /webhooks/{id}/test. */
export class WebhookTestDto {
  @ApiProperty({ example: 'dlv_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly deliveryId: string;

  @ApiProperty({ description: 'Whether the endpoint answered with 2xx in time' })
  readonly delivered: boolean;

  @Nullable('number', { example: 200, description: 'null where no answer came' })
  readonly statusCode: number | null;

  @ApiProperty({ example: 83, description: 'Milliseconds' })
  readonly latencyMs: number;

  @Nullable('string', { description: 'What went wrong; null where it was delivered' })
  readonly error: string | null;

  static from({ delivery, result }: TestedWebhook): WebhookTestDto {
    const { statusCode, latencyMs, error } = result;
    return { deliveryId: formatId('dlv', delivery.id), delivered: error === null, statusCode, latencyMs, error };
  }
}
