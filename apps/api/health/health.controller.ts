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
  @ApiOperation({
    operationId: 'health.liveness.get',
    summary: 'Check that the process is alive',
    description: 'Answers as long as the process runs. It checks no dependency.',
  })
  @Answers(HealthDto, { description: 'It does', access: 'public' })
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    operationId: 'health.readiness.get',
    summary: 'Check that the service is ready',
    description:
      'Answers 200 if requests can be served. `degraded` names dependencies that do not answer and features that work without them.',
  })
  @Answers(ReadinessDto, { description: 'They can', access: 'public', errors: ['unavailable'] })
  async ready(): Promise<ReadinessDto> {
    return this.shutdown
      .refuseIfBegun()
      .then(() => this.dependencies.required())
      .then((states) => ReadinessDto.of(states, this.degradations.now()));
  }
}
