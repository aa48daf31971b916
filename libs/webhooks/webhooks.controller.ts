import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { currentRequestId } from '@mneme/platform/context';
import type { ErrorKind } from '@mneme/platform/errors';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import { CreateWebhookDto } from './dto/create-webhook.dto.js';
import { ListWebhooksQuery } from './dto/list-webhooks.query.js';
import { PatchWebhookDto } from './dto/patch-webhook.dto.js';
import { RotateSecretDto } from './dto/rotate-secret.dto.js';
import { OptionalTenantDto, OptionalTenantQuery } from './dto/tenant.query.js';
import { WebhookTestDto } from './dto/webhook-test.dto.js';
import { DeletedWebhookDto, RotatedWebhookDto, WebhookDto, WebhookPageDto } from './dto/webhook.dto.js';
import { WebhookTestService } from './delivery-log/webhook-test.service.js';
import { WebhooksService } from './registration/webhooks.service.js';

const WebhookId = (): MethodDecorator => ApiParam({ name: 'id', example: 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya' });
const READ: ErrorKind[] = ['validation', 'tenantMismatch', 'notFound'];
const WITH_BODY: ErrorKind[] = ['validation', 'tenantMismatch', 'payloadTooLarge', 'unsupportedMediaType'];
const CHANGE: ErrorKind[] = [...WITH_BODY, 'notFound'];

@ApiTags('Webhooks')
@Controller('webhooks')
@RequireScope('write:webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: WebhookTestService,
  ) {}

  @Post()
  @Idempotent()
  @ApiOperation({ summary: 'Register a webhook' })
  @Answers(WebhookDto, {
    status: 201,
    description: 'The webhook',
    idempotent: true,
    errors: [...WITH_BODY, 'duplicate'],
  })
  async create(
    @Tenant() tenant: TenantId,
    @Body() { tenantId: _named, ...webhook }: CreateWebhookDto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.create(tenant, webhook, key));
  }

  @Get()
  @ApiOperation({ summary: 'List webhooks, newest first' })
  @Answers(WebhookPageDto, { description: 'A page of webhooks', errors: ['validation', 'tenantMismatch'] })
  async list(
    @Tenant() tenant: TenantId,
    @Query() { page = 1, limit = 50 }: ListWebhooksQuery,
  ): Promise<WebhookPageDto> {
    return WebhookPageDto.from(await this.webhooks.list(tenant), page, limit);
  }

  @Get(':id')
  @WebhookId()
  @ApiOperation({ summary: 'Get one webhook' })
  @Answers(WebhookDto, { description: 'The webhook', errors: READ })
  async get(@Tenant() tenant: TenantId, @Param('id') id: string, @Query() _: OptionalTenantQuery): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.get(tenant, id));
  }

  @Patch(':id')
  @WebhookId()
  @ApiOperation({ summary: 'Change a webhook; fields that are left out stay as they are' })
  @Answers(WebhookDto, { description: 'The webhook as it is now', errors: CHANGE })
  async patch(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: OptionalTenantQuery,
    @Body() { tenantId: _named, ...patch }: PatchWebhookDto,
  ): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.patch(tenant, id, patch));
  }

  @Delete(':id')
  @WebhookId()
  @ApiOperation({ summary: 'Delete a webhook; its deliveries end' })
  @Answers(DeletedWebhookDto, { description: 'The webhook is gone', errors: CHANGE })
  async delete(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: OptionalTenantQuery,
  ): Promise<DeletedWebhookDto> {
    return this.webhooks.delete(tenant, id).then(() => ({ id, deleted: true }));
  }

  @Post(':id/rotate-secret')
  @WebhookId()
  @ApiOperation({ summary: 'Give a webhook a new secret; the one before signs as well for 24 hours' })
  @Answers(RotatedWebhookDto, { description: 'The webhook', errors: CHANGE })
  async rotateSecret(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: OptionalTenantQuery,
    @Body() body: RotateSecretDto,
  ): Promise<RotatedWebhookDto> {
    return RotatedWebhookDto.rotated(await this.webhooks.rotateSecret(tenant, id, body.secret));
  }

  @Post(':id/test')
  @WebhookId()
  @ApiBody({ type: OptionalTenantDto, required: false })
  @ApiOperation({ summary: 'Send a test event to a webhook, once; also where it is inactive' })
  @Answers(WebhookTestDto, { description: 'What came of it, also where the endpoint failed', errors: CHANGE })
  async test(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: OptionalTenantQuery,
    @Body() _body: OptionalTenantDto,
  ): Promise<WebhookTestDto> {
    return WebhookTestDto.from(await this.tests.test(tenant, id, currentRequestId()));
  }
}
