import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
import { TENANT, tenantIdField } from '@mneme/platform/validation';
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
  @ApiParam({
    name: 'tenantId',
    schema: { ...tenantIdField().schema, example: TENANT.example },
    description: 'The tenant',
  })
  @ApiOperation({
    operationId: 'usage.get',
    summary: 'Get usage and limits',
    description:
      'Returns the calls, memories and bytes that the tenant has used, and the limits of its plan. This call is not charged against the monthly calls and works when they are used up.',
  })
  @Answers(UsageMetricsDto, {
    description: 'What is used and what the plan allows',
    alsoOutOfCalls: true,
    errors: ['tenantMismatch'],
  })
  async metrics(@Tenant() tenant: TenantId): Promise<UsageMetricsDto> {
    return UsageMetricsDto.from(await this.usage.of(tenant));
  }
}
