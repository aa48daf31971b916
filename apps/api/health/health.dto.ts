import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { DependencyState } from '@mneme/platform/observability';

@ApiSchema({ name: 'Liveness' })
export class HealthDto {
  @ApiProperty({ enum: ['ok'], description: 'The process answers' })
  readonly status: 'ok';
}

/** Something outside of the process that the service needs. */
export class DependencyDto {
  @ApiProperty({
    enum: ['database', 'model', 'redis', 'vector index'],
    description: 'What it is. `redis` only if it is configured',
  })
  readonly name: string;

  @ApiProperty({ enum: ['up', 'down'], description: 'Whether it answers' })
  readonly status: 'up' | 'down';

  @ApiProperty({ minimum: 0, example: 1.2, description: 'Milliseconds of the last check' })
  readonly latencyMs: number;
}

/** The service answers; parts of it may do without something that they should have. */
export class ReadinessDto {
  @ApiProperty({
    enum: ['ok', 'degraded'],
    description: 'The service is ready in both cases. `degraded`: not everything works',
  })
  readonly status: 'ok' | 'degraded';

  @ApiProperty({
    type: [String],
    example: [],
    description: 'Dependencies that do not answer, and features that work without them',
  })
  readonly degraded: string[];

  @ApiProperty({ type: [DependencyDto], description: 'What the service needs' })
  readonly dependencies: DependencyDto[];

  static of(states: readonly DependencyState[], degradations: readonly string[]): ReadinessDto {
    const down = states.filter(({ up }) => !up).map(({ name }) => name);
    const degraded = [...down, ...degradations];
    const dependencies = states.map(({ name, up, latencyMs }): DependencyDto => {
      return { name, status: up ? 'up' : 'down', latencyMs };
    });
    return { status: degraded.length === 0 ? 'ok' : 'degraded', degraded, dependencies };
  }
}
