import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answer, Answers, IfMatch, type Tagged } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import { CreateMemoryDto } from './dto/create-memory.dto.js';
import { ListMemoriesQuery } from './dto/list-memories.query.js';
import { MemoryPageDto } from './dto/memory-page.dto.js';
import { DeletedMemoryDto, MemoryDto } from './dto/memory.dto.js';
import { newMemoryOf } from './dto/memory-input.dto.js';
import { CountedMemoriesDto } from './dto/counted-memories.dto.js';
import { CountMemoriesQuery } from './dto/count-memories.query.js';
import { GetMemoryQuery, OptionalTenantQuery, PatchMemoryDto, patchOf } from './dto/patch-memory.dto.js';
import { MemoryHistoryService } from './history/memory-history.service.js';
import { MemoriesService } from './records/memories.service.js';
import { MemoryListService } from './listing/memory-list.service.js';

const MemoryId = (): MethodDecorator => ApiParam({ name: 'id', example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya' });
const OnlyIfMatch = (): MethodDecorator =>
  ApiHeader({ name: 'If-Match', required: false, description: 'ETag of the version that may be changed' });

@ApiTags('Memories')
@Controller('memories')
export class MemoriesController {
  constructor(
    private readonly memories: MemoriesService,
    private readonly lists: MemoryListService,
    private readonly history: MemoryHistoryService,
  ) {}

  @Post()
  @RequireScope('write:memories')
  @Idempotent()
  @ApiOperation({ summary: 'Create a memory; it can be found as soon as the answer is there' })
  @Answers(MemoryDto, {
    status: 201,
    description: 'The memory',
    idempotent: true,
    etag: true,
    errors: ['validation', 'tenantMismatch', 'duplicate', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async create(
    @Tenant() tenant: TenantId,
    @Body() body: CreateMemoryDto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<Tagged<MemoryDto>> {
    return MemoryDto.tagged(await this.memories.create(tenant, newMemoryOf(body), key));
  }

  @Get()
  @RequireScope('read:memories')
  @ApiOperation({ summary: 'List memories' })
  @Answers(MemoryPageDto, { description: 'A page of memories', errors: ['validation', 'tenantMismatch'] })
  async list(@Tenant() tenant: TenantId, @Query() query: ListMemoriesQuery): Promise<MemoryPageDto> {
    return MemoryPageDto.from(await this.lists.page(tenant, query), query.fields);
  }

  @Get('count')
  @RequireScope('read:memories')
  @ApiOperation({ summary: 'How many memories a filter means' })
  @Answers(CountedMemoriesDto, { description: 'The number, exact', errors: ['validation', 'tenantMismatch'] })
  async count(@Tenant() tenant: TenantId, @Query() query: CountMemoriesQuery): Promise<CountedMemoriesDto> {
    return { count: await this.lists.count(tenant, query) };
  }

  @Get(':id')
  @RequireScope('read:memories')
  @MemoryId()
  @ApiOperation({ summary: 'Get one memory, or an earlier version of it' })
  @Answers(MemoryDto, { description: 'The memory', etag: true, errors: ['validation', 'tenantMismatch', 'notFound'] })
  async get(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() { version }: GetMemoryQuery,
  ): Promise<Tagged<MemoryDto>> {
    return MemoryDto.tagged(await this.history.at(tenant, id, version));
  }

  @Patch(':id')
  @RequireScope('write:memories')
  @MemoryId()
  @OnlyIfMatch()
  @ApiOperation({ summary: 'Change a memory; fields that are left out stay as they are' })
  @Answers(MemoryDto, {
    description: 'The memory as it is now',
    etag: true,
    errors: [
      'validation',
      'tenantMismatch',
      'notFound',
      'preconditionFailed',
      'payloadTooLarge',
      'unsupportedMediaType',
    ],
  })
  async patch(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: OptionalTenantQuery,
    @Body() body: PatchMemoryDto,
    @IfMatch() version: number | undefined,
  ): Promise<Tagged<MemoryDto>> {
    return MemoryDto.tagged(await this.memories.patch(tenant, id, patchOf(body), version));
  }

  @Delete(':id')
  @RequireScope('write:memories')
  @MemoryId()
  @OnlyIfMatch()
  @ApiOperation({ summary: 'Delete a memory for good' })
  @Answers(DeletedMemoryDto, {
    description: 'The memory is gone',
    errors: [
      'validation',
      'tenantMismatch',
      'notFound',
      'preconditionFailed',
      'payloadTooLarge',
      'unsupportedMediaType',
    ],
  })
  async delete(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: OptionalTenantQuery,
    @IfMatch() version: number | undefined,
  ): Promise<Answer<DeletedMemoryDto>> {
    return this.memories.delete(tenant, id, version).then((parts) => new Answer({ id, deleted: true }, parts));
  }
}
