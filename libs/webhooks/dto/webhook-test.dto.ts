import { ApiProperty } from '@nestjs/swagger';
import { formatId, idSchema } from '@mneme/platform/ids';
import type { TestedWebhook } from '../delivery-log/webhook-test.service.js';
import { Nullable } from './nullable.decorator.js';

/** Data of POST /webhooks/{id}/test. */
export class WebhookTestDto {
  @ApiProperty({
    ...idSchema('dlv'),
    example: 'dlv_01kaj3w5m8f5zrj0q7f8t1x2ya',
    description: 'Identifier of the delivery',
  })
  readonly deliveryId: string;

  @ApiProperty({ description: 'Whether the endpoint answered 2xx in time' })
  readonly delivered: boolean;

  @Nullable('integer', { example: 200, description: 'Status that the endpoint answered. `null`: no answer' })
  readonly statusCode: number | null;

  @ApiProperty({ minimum: 0, example: 83, description: 'Milliseconds until the answer' })
  readonly latencyMs: number;

  @Nullable('string', {
    example: 'the endpoint answered 500',
    description: 'What went wrong. `null`: it was delivered',
  })
  readonly error: string | null;

  static from({ delivery, result }: TestedWebhook): WebhookTestDto {
    const { statusCode, latencyMs, error } = result;
    return { deliveryId: formatId('dlv', delivery.id), delivered: error === null, statusCode, latencyMs, error };
  }
}
