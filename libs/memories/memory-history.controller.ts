import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
import { MemoryHistoryDto, MemoryHistoryQuery } from './history/memory-history.dto.js';
import { MemoryHistoryService } from './history/memory-history.service.js';

@ApiTags('Memories')
@Controller('memories/:id/history')
export class MemoryHistoryController {
  constructor(private readonly history: MemoryHistoryService) {}

  @Get()
  @RequireScope('read:memories')
  @ApiParam({ name: 'id', example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  @ApiOperation({ summary: 'What a memory was before, and who changed it' })
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
