import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import { idSchema, type TenantId } from '@mneme/platform/ids';
import { DeliveryDetailDto, DeliveryDto, DeliveryPageDto } from './dto/delivery.dto.js';
import { ListDeliveriesQuery } from './dto/list-deliveries.query.js';
import { OptionalTenantDto, OptionalTenantQuery } from './dto/tenant.query.js';
import { WebhookDeliveriesService } from './delivery-log/webhook-deliveries.service.js';

const WebhookId = (): MethodDecorator =>
  ApiParam({
    name: 'id',
    schema: { ...idSchema('wh'), example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya' },
    description: 'Identifier of the webhook',
  });
const DeliveryId = (): MethodDecorator =>
  ApiParam({
    name: 'deliveryId',
    schema: { ...idSchema('dlv'), example: 'dlv_01kaj3w5m8f5zrj0q7f8t1x2ya' },
    description: 'Identifier of the delivery',
  });
const NO_WEBHOOK = DomainError.notFound('webhook');
const NO_DELIVERY = DomainError.notFound('delivery');

@ApiTags('Webhooks')
@Controller('webhooks/:id/deliveries')
@RequireScope('write:webhooks')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Get()
  @WebhookId()
  @ApiOperation({
    operationId: 'webhooks.deliveries.list',
    summary: 'List deliveries',
    description: 'Lists the deliveries of a webhook, newest first. Deliveries are kept for 30 days.',
  })
  @Answers(DeliveryPageDto, {
    description: 'A page of deliveries',
    errors: ['validation', 'tenantMismatch', NO_WEBHOOK],
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
  @ApiOperation({
    operationId: 'webhooks.deliveries.get',
    summary: 'Get a delivery',
    description: 'Returns a delivery with its request and every attempt.',
  })
  @Answers(DeliveryDetailDto, {
    description: 'The delivery',
    errors: ['validation', 'tenantMismatch', NO_WEBHOOK, NO_DELIVERY],
  })
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
  @ApiOperation({
    operationId: 'webhooks.deliveries.redeliver',
    summary: 'Redeliver an event',
    description: 'Makes one more attempt now, with the same `webhook-id`.',
  })
  @Answers(DeliveryDto, {
    description: 'The delivery, pending',
    errors: ['validation', 'tenantMismatch', NO_WEBHOOK, NO_DELIVERY, 'payloadTooLarge', 'unsupportedMediaType'],
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
