import { ApiProperty } from '@nestjs/swagger';

export class HealthDto {
  @ApiProperty({ enum: ['ok'] })
  readonly status: 'ok';
}

/** The service answers; parts of it may do without something that they should have. */
export class ReadinessDto {
  @ApiProperty({ enum: ['ok', 'degraded'], description: 'Both are ready' })
  readonly status: 'ok' | 'degraded';

  @ApiProperty({ type: [String], example: [], description: 'The parts that do without something, such as Redis' })
  readonly degraded: string[];

  static of(degraded: string[]): ReadinessDto {
    return { status: degraded.length === 0 ? 'ok' : 'degraded', degraded };
  }
}
