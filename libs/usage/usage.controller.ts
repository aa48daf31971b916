import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { UsageMetricsDto } from './dto/usage-metrics.dto.js';
import { UsageMetricsService } from './calls/usage-metrics.service.js';

@ApiTags('Usage')
@Controller('usage')
export class UsageController {
  constructor(private readonly usage: UsageMetricsService) {}

  @Get('metrics/:tenantId')
  @RequireScope('read:usage')
  @ApiParam({ name: 'tenantId', example: '00000000-0000-0000-0000-000000000001', description: 'The tenant' })
  @ApiOperation({ summary: "How much of the plan's calls, memories and storage a tenant uses" })
  @Answers(UsageMetricsDto, {
    description: 'What is used and what the plan allows',
    alsoOutOfCalls: true,
    errors: ['tenantMismatch'],
  })
  async metrics(@Tenant() tenant: TenantId): Promise<UsageMetricsDto> {
    return UsageMetricsDto.from(await this.usage.of(tenant));
  }
}
