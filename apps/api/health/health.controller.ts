import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { Public } from '@mneme/platform/auth';
import { ShutdownState } from '@mneme/platform/http';
import { HealthDegradations, DependencyChecks } from '@mneme/platform/observability';
import { HealthDto, ReadinessDto } from './health.dto.js';

/** For load balancers and orchestrators; outside of /api/v1 and without a credential. */
@ApiTags('Health')
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly dependencies: DependencyChecks,
    private readonly degradations: HealthDegradations,
    private readonly shutdown: ShutdownState,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'Whether the process answers at all' })
  @Answers(HealthDto, { description: 'It does', access: 'public' })
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Whether requests can be served, and what answers of all that they need' })
  @Answers(ReadinessDto, { description: 'They can', access: 'public', errors: ['unavailable'] })
  async ready(): Promise<ReadinessDto> {
    return this.shutdown
      .refuseIfBegun()
      .then(() => this.dependencies.required())
      .then((states) => ReadinessDto.of(states, this.degradations.now()));
  }
}
