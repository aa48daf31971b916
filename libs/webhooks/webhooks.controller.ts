import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { tooMuch } from '@mneme/platform/concurrency';
import { currentRequestId } from '@mneme/platform/context';
import { DomainError, type ErrorKind } from '@mneme/platform/errors';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import { idSchema, type TenantId } from '@mneme/platform/ids';
import { CreateWebhookDto } from './dto/create-webhook.dto.js';
import { ListWebhooksQuery } from './dto/list-webhooks.query.js';
import { PatchWebhookDto } from './dto/patch-webhook.dto.js';
import { RotateSecretDto } from './dto/rotate-secret.dto.js';
import { OptionalTenantDto, OptionalTenantQuery } from './dto/tenant.query.js';
import { WebhookTestDto } from './dto/webhook-test.dto.js';
import { DeletedWebhookDto, RotatedWebhookDto, WebhookDto, WebhookPageDto } from './dto/webhook.dto.js';
import { TOO_MANY_TESTS, WebhookTestService } from './delivery-log/webhook-test.service.js';
import { WebhooksService } from './registration/webhooks.service.js';

const WebhookId = (example = 'wh_01kaj3w5m8f5zrj0q7f8t1x2ya'): MethodDecorator =>
  ApiParam({
    name: 'id',
    schema: { ...idSchema('wh'), example },
    description: 'Identifier of the webhook',
  });
const NOT_FOUND = DomainError.notFound('webhook');
const TAKEN = DomainError.duplicate('a webhook of the tenant has this url and name');
const READ = ['validation', 'tenantMismatch', NOT_FOUND] as const;
const WITH_BODY: ErrorKind[] = ['validation', 'tenantMismatch', 'payloadTooLarge', 'unsupportedMediaType'];
const CHANGE = [...WITH_BODY, NOT_FOUND];

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
  @ApiOperation({
    operationId: 'webhooks.create',
    summary: 'Create a webhook',
    description: 'Registers an HTTPS endpoint for events. A tenant has at most 20 webhooks.',
  })
  @Answers(WebhookDto, {
    status: 201,
    description: 'The webhook',
    idempotent: true,
    errors: [...WITH_BODY, 'duplicate', TAKEN],
  })
  async create(
    @Tenant() tenant: TenantId,
    @Body() { tenantId: _named, ...webhook }: CreateWebhookDto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.create(tenant, webhook, key));
  }

  @Get()
  @ApiOperation({
    operationId: 'webhooks.list',
    summary: 'List webhooks',
    description: 'Lists the webhooks of the tenant, newest first.',
  })
  @Answers(WebhookPageDto, { description: 'A page of webhooks', errors: ['validation', 'tenantMismatch'] })
  async list(
    @Tenant() tenant: TenantId,
    @Query() { page = 1, limit = 50 }: ListWebhooksQuery,
  ): Promise<WebhookPageDto> {
    return WebhookPageDto.from(await this.webhooks.list(tenant), page, limit);
  }

  @Get(':id')
  @WebhookId()
  @ApiOperation({
    operationId: 'webhooks.get',
    summary: 'Get a webhook',
    description: 'Returns a webhook, without its secret.',
  })
  @Answers(WebhookDto, { description: 'The webhook', errors: READ })
  async get(@Tenant() tenant: TenantId, @Param('id') id: string, @Query() _: OptionalTenantQuery): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.get(tenant, id));
  }

  @Patch(':id')
  @WebhookId()
  @ApiOperation({
    operationId: 'webhooks.update',
    summary: 'Update a webhook',
    description:
      'Changes the fields that the request names and keeps the others. A new `url` or `secret` also applies to pending deliveries. `"status": "active"` clears failures; `inactive` cancels pending deliveries.',
  })
  @Answers(WebhookDto, { description: 'The changed webhook', errors: [...CHANGE, TAKEN] })
  async patch(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: OptionalTenantQuery,
    @Body() { tenantId: _named, ...patch }: PatchWebhookDto,
  ): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.patch(tenant, id, patch));
  }

  @Delete(':id')
  @WebhookId('wh_01kaj3w5m8f5zrj0q7f8t1x2yb')
  @ApiOperation({
    operationId: 'webhooks.delete',
    summary: 'Delete a webhook',
    description: 'Deletes a webhook and its delivery log, and cancels its pending deliveries.',
  })
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
  @ApiOperation({
    operationId: 'webhooks.rotateSecret',
    summary: 'Rotate the secret of a webhook',
    description: 'Replaces the secret. For 24 hours, deliveries are signed with both secrets.',
  })
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
  @ApiOperation({
    operationId: 'webhooks.test',
    summary: 'Send a test event',
    description:
      'Sends `webhook.test` to the endpoint once, also if the webhook is inactive. The response is 200 regardless of the endpoint’s answer; `delivered` says whether it accepted the event.',
  })
  @Answers(WebhookTestDto, {
    description: 'The result, also if the endpoint failed',
    errors: [...CHANGE, tooMuch(TOO_MANY_TESTS)],
  })
  async test(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: OptionalTenantQuery,
    @Body() _body: OptionalTenantDto,
  ): Promise<WebhookTestDto> {
    return WebhookTestDto.from(await this.tests.test(tenant, id, currentRequestId()));
  }
}
