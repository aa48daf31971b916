import { Answers } from '@mneme/platform/answers';
import { Caller, RequireScope, Tenant, type Principal } from '@mneme/platform/auth';
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
  @ApiOperation({ summary: 'Create an API key; this answer alone shows it' })
  @Answers(CreatedApiKeyDto, {
    status: 201,
    description: 'The key',
    idempotent: true,
    errors: ['validation', 'tenantMismatch', 'duplicate', 'payloadTooLarge', 'unsupportedMediaType'],
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
  @ApiOperation({ summary: 'List API keys, newest first' })
  @Answers(ApiKeyPageDto, { description: 'A page of keys', errors: ['validation', 'tenantMismatch'] })
  async list(@Tenant() tenant: TenantId, @Query() { page = 1, limit = 50 }: ListApiKeysQuery): Promise<ApiKeyPageDto> {
    return ApiKeyPageDto.from(await this.keys.page(tenant, page, limit), page, limit);
  }

  @Get('usage')
  @ApiOperation({ summary: 'How often a key was used, day by day' })
  @Answers(ApiKeyUsageDto, {
    description: 'Calls by UTC day',
    alsoOutOfCalls: true,
    errors: ['validation', 'tenantMismatch', 'notFound'],
  })
  async usageOf(@Tenant() tenant: TenantId, @Query() { keyId, days = 30 }: ApiKeyUsageQuery): Promise<ApiKeyUsageDto> {
    return ApiKeyUsageDto.from(await this.usage.of(tenant, keyId, days));
  }

  @Post('rotate')
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Replace an API key by a new one; for a time both work' })
  @Answers(RotatedApiKeyDto, {
    status: 201,
    description: 'The new key',
    idempotent: true,
    errors: ['validation', 'tenantMismatch', 'notFound', 'duplicate', 'payloadTooLarge', 'unsupportedMediaType'],
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
  @ApiOperation({ summary: 'Revoke an API key; revoking it again changes nothing' })
  @Answers(ApiKeyDto, {
    description: 'The revoked key',
    alsoOutOfCalls: true,
    errors: ['validation', 'tenantMismatch', 'notFound', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async revoke(@Tenant() tenant: TenantId, @Body() body: RevokeApiKeyDto): Promise<ApiKeyDto> {
    return this.keys.revoke(tenant, body.keyId);
  }
}
