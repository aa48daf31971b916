import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Answer, Answers, IfMatch, IfMatchOrAny, type Tagged } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
import { DeletedMemoryDto, MemoryDto } from './dto/memory.dto.js';
import { OptionalTenantQuery, TenantQuery } from './dto/patch-memory.dto.js';
import { putMemoryOf, PutMemoryDto } from './dto/put-memory.dto.js';
import { ExternalIdsService } from './records/external-ids.service.js';

const ExternalId = (): MethodDecorator =>
  ApiParam({
    name: 'externalId',
    example: 'chat-42%2Fmessage-7',
    description: 'Your own name for the memory, 1 to 255 characters, percent-encoded',
  });
const OnlyIfMatch = (): MethodDecorator =>
  ApiHeader({ name: 'If-Match', required: false, description: 'ETag of the version that may be changed' });

/** Memories by the names that a client's own system has for them. */
@ApiTags('Memories')
@Controller('memories/by-external-id')
export class MemoryExternalIdsController {
  constructor(private readonly externalIds: ExternalIdsService) {}

  @Get(':externalId')
  @RequireScope('read:memories')
  @ExternalId()
  @ApiOperation({ summary: 'Get the memory with this external id' })
  @Answers(MemoryDto, { description: 'The memory', etag: true, errors: ['validation', 'tenantMismatch', 'notFound'] })
  async get(
    @Tenant() tenant: TenantId,
    @Param('externalId') name: string,
    @Query() _: TenantQuery,
  ): Promise<Tagged<MemoryDto>> {
    return MemoryDto.tagged(await this.externalIds.get(tenant, name));
  }

  @Put(':externalId')
  @RequireScope('write:memories')
  @ExternalId()
  @OnlyIfMatch()
  @ApiOperation({ summary: 'Create the memory with this external id, or make it what is given' })
  @Answers(MemoryDto, {
    description: 'The memory, which was there',
    also: { status: 201, description: 'The memory, which is new' },
    etag: true,
    errors: ['validation', 'tenantMismatch', 'preconditionFailed', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async put(
    @Tenant() tenant: TenantId,
    @Param('externalId') name: string,
    @Query() _: OptionalTenantQuery,
    @Body() body: PutMemoryDto,
    @IfMatchOrAny() version: number | 'any' | undefined,
  ): Promise<Tagged<MemoryDto>> {
    return MemoryDto.tagged(await this.externalIds.put(tenant, name, putMemoryOf(body), version));
  }

  @Delete(':externalId')
  @RequireScope('write:memories')
  @ExternalId()
  @OnlyIfMatch()
  @ApiOperation({ summary: 'Delete the memory with this external id for good' })
  @Answers(DeletedMemoryDto, {
    description: 'The memory is gone',
    errors: ['validation', 'tenantMismatch', 'notFound', 'preconditionFailed'],
  })
  async delete(
    @Tenant() tenant: TenantId,
    @Param('externalId') name: string,
    @Query() _: OptionalTenantQuery,
    @IfMatch() version: number | undefined,
  ): Promise<Answer<DeletedMemoryDto>> {
    return DeletedMemoryDto.from(await this.externalIds.delete(tenant, name, version));
  }
}
