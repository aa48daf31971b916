import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import { idSchema, type TenantId } from '@mneme/platform/ids';
import { JobDto } from './deletion/job.dto.js';
import { MemoryDeletionService } from './deletion/memory-deletion.service.js';
import { TenantQuery } from './dto/patch-memory.dto.js';

/** What goes on after its request was answered. */
@ApiTags('Jobs')
@Controller('jobs')
export class JobsController {
  constructor(private readonly deletion: MemoryDeletionService) {}

  @Get(':id')
  @RequireScope('write:memories')
  @ApiParam({
    name: 'id',
    schema: { ...idSchema('job'), example: 'job_01kaj3w5m8f5zrj0q7f8t1x2ya' },
    description: 'Identifier of the job',
  })
  @ApiOperation({
    operationId: 'jobs.get',
    summary: 'Get a job',
    description:
      'Returns the progress of a deletion that continues after its response. A job is kept for seven days after its end.',
  })
  @Answers(JobDto, { description: 'The job', errors: ['validation', 'tenantMismatch', DomainError.notFound('job')] })
  async get(@Tenant() tenant: TenantId, @Param('id') id: string, @Query() _: TenantQuery): Promise<JobDto> {
    return JobDto.from(await this.deletion.progress(tenant, id));
  }
}
