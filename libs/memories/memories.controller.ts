import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answer, Answers, IfMatch, type Tagged, TakesIfMatch } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import { idSchema, type TenantId } from '@mneme/platform/ids';
import { CreateMemoryDto } from './dto/create-memory.dto.js';
import { ListMemoriesQuery } from './dto/list-memories.query.js';
import { DELETABLE_ID, SAMPLE_ID } from './dto/memory-examples.js';
import { MemoryPageDto } from './dto/memory-page.dto.js';
import { DeletedMemoryDto, MemoryDto } from './dto/memory.dto.js';
import { newMemoryOf } from './dto/memory-input.dto.js';
import { CountedMemoriesDto } from './dto/counted-memories.dto.js';
import { CountMemoriesQuery } from './dto/count-memories.query.js';
import { GetMemoryQuery, OptionalTenantQuery, PatchMemoryDto, patchOf } from './dto/patch-memory.dto.js';
import { MemoryHistoryService } from './history/memory-history.service.js';
import { MemoriesService } from './records/memories.service.js';
import { MemoryListService } from './listing/memory-list.service.js';

const NAME_TAKEN = DomainError.duplicate('externalId is that of mem_01kaj3w5m8f5zrj0q7f8t1x2ya already', 'externalId');
const MemoryId = (example = SAMPLE_ID): MethodDecorator =>
  ApiParam({ name: 'id', schema: { ...idSchema('mem'), example }, description: 'Identifier of the memory' });

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
  @ApiOperation({
    operationId: 'memories.create',
    summary: 'Create a memory',
    description:
      'Stores a memory. Search finds it as soon as the response is sent, unless `metadata.indexing` is `pending`. Send an `Idempotency-Key` to retry safely.',
  })
  @Answers(MemoryDto, {
    status: 201,
    description: 'The memory',
    idempotent: true,
    etag: true,
    errors: ['validation', 'tenantMismatch', 'duplicate', NAME_TAKEN, 'payloadTooLarge', 'unsupportedMediaType'],
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
  @ApiOperation({
    operationId: 'memories.list',
    summary: 'List memories',
    description:
      'Lists memories, filtered and sorted. To read a list to its end, pass `nextCursor` as `cursor` until a response has none.',
  })
  @Answers(MemoryPageDto, { description: 'A page of memories', errors: ['validation', 'tenantMismatch'] })
  async list(@Tenant() tenant: TenantId, @Query() query: ListMemoriesQuery): Promise<MemoryPageDto> {
    return MemoryPageDto.from(await this.lists.page(tenant, query), query.fields);
  }

  @Get('count')
  @RequireScope('read:memories')
  @ApiOperation({
    operationId: 'memories.count',
    summary: 'Count memories',
    description: 'Returns the exact number of memories that match the filters of the list.',
  })
  @Answers(CountedMemoriesDto, { description: 'The number, exact', errors: ['validation', 'tenantMismatch'] })
  async count(@Tenant() tenant: TenantId, @Query() query: CountMemoriesQuery): Promise<CountedMemoriesDto> {
    return { count: await this.lists.count(tenant, query) };
  }

  @Get(':id')
  @RequireScope('read:memories')
  @MemoryId()
  @ApiOperation({
    operationId: 'memories.get',
    summary: 'Get a memory',
    description: 'Returns a memory, or an earlier version of it. The `ETag` header carries its version.',
  })
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
  @TakesIfMatch()
  @ApiOperation({
    operationId: 'memories.update',
    summary: 'Update a memory',
    description:
      'Changes the fields that the request names and keeps the others. `tags` and `metadata` replace the old value as a whole. With `If-Match`, the change applies only if the memory still has that version.',
  })
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
  @MemoryId(DELETABLE_ID)
  @TakesIfMatch()
  @ApiOperation({
    operationId: 'memories.delete',
    summary: 'Delete a memory',
    description:
      'Deletes a memory and its history permanently. With `If-Match`, it is deleted only if it still has that version.',
  })
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
