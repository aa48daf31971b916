import { ApiProperty } from '@nestjs/swagger';
import type { DependencyState } from '@mneme/platform/observability';

export class HealthDto {
  @ApiProperty({ enum: ['ok'] })
  readonly status: 'ok';
}

/** Something outside of the process that the service needs. */
export class DependencyDto {
  @ApiProperty({
    enum: ['database', 'model', 'redis', 'vector index'],
    description: 'redis only where it is configured',
  })
  readonly name: string;

  @ApiProperty({ enum: ['up', 'down'] })
  readonly status: 'up' | 'down';

  @ApiProperty({ example: 1.2, description: 'Of the last check, in milliseconds' })
  readonly latencyMs: number;
}

/** The service answers; parts of it may do without something that they should have. */
export class ReadinessDto {
  @ApiProperty({ enum: ['ok', 'degraded'], description: 'Both are ready' })
  readonly status: 'ok' | 'degraded';

  @ApiProperty({ type: [String], example: [], description: 'What does not answer, and parts that do without it' })
  readonly degraded: string[];

  @ApiProperty({ type: [DependencyDto] })
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
