import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
import { DeliveryDetailDto, DeliveryDto, DeliveryPageDto } from './dto/delivery.dto.js';
import { ListDeliveriesQuery } from './dto/list-deliveries.query.js';
import { OptionalTenantDto, OptionalTenantQuery } from './dto/tenant.query.js';
import { WebhookDeliveriesService } from './delivery-log/webhook-deliveries.service.js';

const WebhookId = (): MethodDecorator => ApiParam({ name: 'id', example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya' });
const DeliveryId = (): MethodDecorator => ApiParam({ name: 'deliveryId', example: 'dlv_01kaj3w5m8f5zrj0q7f8t1x2ya' });

@ApiTags('Webhooks')
@Controller('webhooks/:id/deliveries')
@RequireScope('write:webhooks')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Get()
  @WebhookId()
  @ApiOperation({ summary: 'List the deliveries of a webhook, newest first' })
  @Answers(DeliveryPageDto, {
    description: 'A page of deliveries',
    errors: ['validation', 'tenantMismatch', 'notFound'],
  })
  async list(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() query: ListDeliveriesQuery,
  ): Promise<DeliveryPageDto> {
    return DeliveryPageDto.from(await this.deliveries.page(tenant, id, query));
  }

  @Get(':deliveryId')
  @WebhookId()
  @DeliveryId()
  @ApiOperation({ summary: 'Get one delivery with its request and every answer' })
  @Answers(DeliveryDetailDto, { description: 'The delivery', errors: ['validation', 'tenantMismatch', 'notFound'] })
  async get(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
    @Query() _: OptionalTenantQuery,
  ): Promise<DeliveryDetailDto> {
    return DeliveryDetailDto.detailed(await this.deliveries.get(tenant, id, deliveryId));
  }

  @Post(':deliveryId/redeliver')
  @WebhookId()
  @DeliveryId()
  @ApiBody({ type: OptionalTenantDto, required: false })
  @ApiOperation({ summary: 'Deliver once more, now, under the same webhook-id' })
  @Answers(DeliveryDto, {
    description: 'The delivery, pending',
    errors: ['validation', 'tenantMismatch', 'notFound', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async redeliver(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
    @Query() _: OptionalTenantQuery,
    @Body() _body: OptionalTenantDto,
  ): Promise<DeliveryDto> {
    return DeliveryDto.from(await this.deliveries.redeliver(tenant, id, deliveryId));
  }
}
