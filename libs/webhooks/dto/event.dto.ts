import type { ShownEvent } from '@mneme/platform/events';
import { idSchema } from '@mneme/platform/ids';
import { ApiProperty } from '@nestjs/swagger';

/** `metadata` of every payload. */
export class EventMetadataDto {
  @ApiProperty({ example: 'req_01m7ydf6jdfzy8584x9qdvy38q', description: 'The request that made the change' })
  readonly request_id: string;

  @ApiProperty({ format: 'date-time', description: 'When the event was recorded' })
  readonly timestamp: string;

  @ApiProperty({ enum: ['v1'], description: 'Version of the payload' })
  readonly version: 'v1';

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 1,
    description: 'Grows with each change of the resource. To keep the latest state, keep the highest',
  })
  readonly sequence: number;
}

class WebhookTestEventDataDto {
  @ApiProperty({ ...idSchema('wh'), example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'The webhook' })
  readonly webhookId: string;

  @ApiProperty({ example: 'assistant on the web site', description: 'Its name' })
  readonly name: string;

  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001', description: 'Tenant that it belongs to' })
  readonly tenantId: string;
}

/** The event that is sent on request and that no webhook subscribes to. */
export const WEBHOOK_TEST = 'webhook.test';
export const webhookTestShown: ShownEvent = {
  description: '`POST /webhooks/{id}/test` was called.',
  data: WebhookTestEventDataDto,
};
