import { Body, Controller, Delete, Get, HttpStatus, Param, Put, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answer, Answers, IfMatch, IfMatchOrAny, type Tagged } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import { formatId, type TenantId } from '@mneme/platform/ids';
import type { FastifyReply } from 'fastify';
import { externalId } from './dto/memory-fields.js';
import { DeletedMemoryDto, MemoryDto } from './dto/memory.dto.js';
import { OptionalTenantQuery, TenantQuery } from './dto/patch-memory.dto.js';
import { putMemoryOf, PutMemoryDto } from './dto/put-memory.dto.js';
import { ExternalIdsService } from './records/external-ids.service.js';
import { MemoriesService } from './records/memories.service.js';

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
  constructor(
    private readonly externalIds: ExternalIdsService,
    private readonly memories: MemoriesService,
  ) {}

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
    const memory = await this.externalIds.get(tenant, checked(name));
    return MemoryDto.tagged(await this.memories.withSuccessor(tenant, memory));
  }

  @Put(':externalId')
  @RequireScope('write:memories')
  @ExternalId()
  @OnlyIfMatch()
  @ApiOperation({ summary: 'Create the memory with this external id, or make it what is given' })
  @Answers(MemoryDto, {
    description: 'The memory; 201 where it is new',
    etag: true,
    errors: ['validation', 'tenantMismatch', 'preconditionFailed', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async put(
    @Tenant() tenant: TenantId,
    @Param('externalId') name: string,
    @Query() _: OptionalTenantQuery,
    @Body() body: PutMemoryDto,
    @IfMatchOrAny() version: number | 'any' | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Tagged<MemoryDto>> {
    const { memory, created } = await this.externalIds.put(tenant, checked(name), putMemoryOf(body), version);
    if (created) void reply.status(HttpStatus.CREATED);
    return MemoryDto.tagged(await this.memories.withSuccessor(tenant, memory));
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
    const { id, ...parts } = await this.externalIds.delete(tenant, checked(name), version);
    return new Answer({ id: formatId('mem', id), deleted: true }, parts);
  }
}

/** @throws DomainError validation */
function checked(name: string): string {
  const [fault] = externalId.faults(name, 'externalId');
  if (fault !== undefined) throw DomainError.validation(fault, 'externalId');
  return name;
}
