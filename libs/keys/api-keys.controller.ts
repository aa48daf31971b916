import { Answers } from '@mneme/platform/answers';
import { Caller, RequireScope, Tenant, type Principal } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import { Body, Controller, Get, Header, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiKeyRotationService } from './api-keys/api-key-rotation.service.js';
import { ApiKeyUsageService } from './api-keys/api-key-usage.service.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { ApiKeyPageDto } from './dto/api-key-page.dto.js';
import { ApiKeyUsageDto } from './dto/api-key-usage.dto.js';
import { ApiKeyUsageQuery } from './dto/api-key-usage.query.js';
import { ApiKeyDto } from './dto/api-key.dto.js';
import { CreateApiKeyDto } from './dto/create-api-key.dto.js';
import { CreatedApiKeyDto } from './dto/created-api-key.dto.js';
import { ListApiKeysQuery } from './dto/list-api-keys.query.js';
import { RevokeApiKeyDto } from './dto/revoke-api-key.dto.js';
import { RotateApiKeyDto } from './dto/rotate-api-key.dto.js';
import { RotatedApiKeyDto } from './dto/rotated-api-key.dto.js';

const NOT_FOUND = DomainError.notFound('API key');
const NAME_TAKEN = DomainError.duplicate('an active development key has this name');
const REPLACED = DomainError.duplicate('the key has been replaced already');

@ApiTags('API keys')
@Controller('api-keys')
@RequireScope('manage:keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly rotation: ApiKeyRotationService,
    private readonly usage: ApiKeyUsageService,
  ) {}

  @Post()
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'apiKeys.create',
    summary: 'Create an API key',
    description:
      'Creates a key. This response is the only one that contains the key itself. A key can have only scopes that its creator has.',
  })
  @Answers(CreatedApiKeyDto, {
    status: 201,
    description: 'The key',
    idempotent: true,
    errors: ['validation', 'tenantMismatch', 'duplicate', NAME_TAKEN, 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async create(
    @Tenant() tenant: TenantId,
    @Caller() caller: Principal,
    @Body() body: CreateApiKeyDto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<CreatedApiKeyDto> {
    return CreatedApiKeyDto.created(await this.keys.create(tenant, body.toNewApiKey(), caller.scopes, key));
  }

  @Get()
  @ApiOperation({
    operationId: 'apiKeys.list',
    summary: 'List API keys',
    description: 'Lists the keys of the tenant, newest first, without the keys themselves.',
  })
  @Answers(ApiKeyPageDto, { description: 'A page of keys', errors: ['validation', 'tenantMismatch'] })
  async list(@Tenant() tenant: TenantId, @Query() { page = 1, limit = 50 }: ListApiKeysQuery): Promise<ApiKeyPageDto> {
    return ApiKeyPageDto.from(await this.keys.page(tenant, page, limit), page, limit);
  }

  @Get('usage')
  @ApiOperation({
    operationId: 'apiKeys.usage.get',
    summary: 'Get the usage of an API key',
    description: 'Returns the requests of a key for each UTC day. This call is not charged against the monthly calls.',
  })
  @Answers(ApiKeyUsageDto, {
    description: 'Calls by UTC day',
    alsoOutOfCalls: true,
    errors: ['validation', 'tenantMismatch', NOT_FOUND],
  })
  async usageOf(@Tenant() tenant: TenantId, @Query() { keyId, days = 30 }: ApiKeyUsageQuery): Promise<ApiKeyUsageDto> {
    return ApiKeyUsageDto.from(await this.usage.of(tenant, keyId, days));
  }

  @Post('rotate')
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'apiKeys.rotate',
    summary: 'Rotate an API key',
    description:
      'Creates a key with the name, environment and scopes of another one. The old key works for `overlapSeconds` longer.',
  })
  @Answers(RotatedApiKeyDto, {
    status: 201,
    description: 'The new key',
    idempotent: true,
    errors: [
      'validation',
      'tenantMismatch',
      NOT_FOUND,
      'duplicate',
      REPLACED,
      'payloadTooLarge',
      'unsupportedMediaType',
    ],
  })
  async rotate(
    @Tenant() tenant: TenantId,
    @Caller() caller: Principal,
    @Body() body: RotateApiKeyDto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<RotatedApiKeyDto> {
    return RotatedApiKeyDto.rotated(await this.rotation.rotate(tenant, body.toRotation(), caller.scopes, key));
  }

  @Post('revoke')
  @ApiOperation({
    operationId: 'apiKeys.revoke',
    summary: 'Revoke an API key',
    description:
      'Revokes a key and every token made from it. Revoking it again changes nothing. This call is not charged against the monthly calls.',
  })
  @Answers(ApiKeyDto, {
    description: 'The revoked key',
    alsoOutOfCalls: true,
    errors: ['validation', 'tenantMismatch', NOT_FOUND, 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async revoke(@Tenant() tenant: TenantId, @Body() body: RevokeApiKeyDto): Promise<ApiKeyDto> {
    return this.keys.revoke(tenant, body.keyId);
  }
}
