import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Answer, Answers, IfMatch, IfMatchOrAny, type Tagged, TakesIfMatch } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
import { DELETABLE_EXTERNAL_ID, SAMPLE_EXTERNAL_ID } from './dto/memory-examples.js';
import { externalId } from './dto/memory-fields.js';
import { DeletedMemoryDto, MemoryDto } from './dto/memory.dto.js';
import { OptionalTenantQuery, TenantQuery } from './dto/patch-memory.dto.js';
import { putMemoryOf, PutMemoryDto } from './dto/put-memory.dto.js';
import { ExternalIdsService } from './records/external-ids.service.js';

const ExternalId = (example: string): MethodDecorator =>
  ApiParam({
    name: 'externalId',
    schema: { ...externalId.schema, example },
    description: 'Your own identifier for the memory, percent-encoded',
  });

/** Memories by the names that a client's own system has for them. */
@ApiTags('Memories')
@Controller('memories/by-external-id')
export class MemoryExternalIdsController {
  constructor(private readonly externalIds: ExternalIdsService) {}

  @Get(':externalId')
  @RequireScope('read:memories')
  @ExternalId(SAMPLE_EXTERNAL_ID)
  @ApiOperation({
    operationId: 'memories.byExternalId.get',
    summary: 'Get a memory by external id',
    description: 'Returns the memory with your own identifier for it. The `ETag` header carries its version.',
  })
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
  @ExternalId('chat-42/message-7')
  @TakesIfMatch()
  @ApiOperation({
    operationId: 'memories.byExternalId.upsert',
    summary: 'Create or replace a memory by external id',
    description:
      'Creates the memory (201), or replaces the content, importance, tags, metadata and expiry of the one that exists (200). Its id, `createdAt` and history stay, and its type cannot change. Sending the same request again changes nothing.',
  })
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
  @ExternalId(DELETABLE_EXTERNAL_ID)
  @TakesIfMatch()
  @ApiOperation({
    operationId: 'memories.byExternalId.delete',
    summary: 'Delete a memory by external id',
    description:
      'Deletes the memory with your own identifier and its history permanently. With `If-Match`, it is deleted only if it still has that version.',
  })
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
