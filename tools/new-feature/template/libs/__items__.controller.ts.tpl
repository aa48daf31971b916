import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Create__Item__Dto } from './dto/create-__item__.dto.js';
import { List__Items__Query } from './dto/list-__items__.query.js';
import { __Item__Dto, __Item__ListDto } from './dto/__item__.dto.js';
import { __Items__Service } from './__items__.service.js';

@ApiTags('__Items__')
@Controller('__items__')
export class __Items__Controller {
  constructor(private readonly __itemsVar__: __Items__Service) {}

  @Post()
  @RequireScope('write:__items__')
  @Idempotent()
  @ApiOperation({
    operationId: '__itemsVar__.create',
    summary: 'Create a __words__',
    description: 'Stores a __words__.',
  })
  @Answers(__Item__Dto, {
    status: 201,
    description: 'The __words__',
    idempotent: true,
    errors: ['validation', 'tenantMismatch', 'duplicate', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async create(
    @Tenant() tenant: TenantId,
    @Body() { text }: Create__Item__Dto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<__Item__Dto> {
    return __Item__Dto.from(await this.__itemsVar__.create(tenant, text, key));
  }

  @Get()
  @RequireScope('read:__items__')
  @ApiOperation({
    operationId: '__itemsVar__.list',
    summary: 'List __wordsPlural__',
    description: 'Lists the newest __wordsPlural__.',
  })
  @Answers(__Item__ListDto, { description: 'Newest first', errors: ['validation', 'tenantMismatch'] })
  async list(@Tenant() tenant: TenantId, @Query() { limit }: List__Items__Query): Promise<__Item__ListDto> {
    return __Item__ListDto.from(await this.__itemsVar__.newest(tenant, limit));
  }
}
