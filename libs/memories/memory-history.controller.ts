import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { idSchema, type TenantId } from '@mneme/platform/ids';
import { SAMPLE_ID } from './dto/memory-examples.js';
import { MemoryHistoryDto, MemoryHistoryQuery } from './history/memory-history.dto.js';
import { MemoryHistoryService } from './history/memory-history.service.js';

@ApiTags('Memories')
@Controller('memories/:id/history')
export class MemoryHistoryController {
  constructor(private readonly history: MemoryHistoryService) {}

  @Get()
  @RequireScope('read:memories')
  @ApiParam({ name: 'id', schema: { ...idSchema('mem'), example: SAMPLE_ID }, description: 'Identifier of the memory' })
  @ApiOperation({
    operationId: 'memories.history.list',
    summary: 'List the versions of a memory',
    description:
      'Lists the current version and the earlier ones that are kept, newest first, each with its author and the fields that it changed.',
  })
  @Answers(MemoryHistoryDto, {
    description: 'Versions, newest first',
    errors: ['validation', 'tenantMismatch', 'notFound'],
  })
  async list(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() { limit, cursor }: MemoryHistoryQuery,
  ): Promise<MemoryHistoryDto> {
    return MemoryHistoryDto.from(await this.history.page(tenant, id, limit, cursor));
  }
}
