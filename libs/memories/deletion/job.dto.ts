import { formatId, idSchema } from '@mneme/platform/ids';
import { named, oneOf } from '@mneme/platform/validation';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { DeletionJob } from './deletion-jobs.repository.js';

const jobStatus = named('JobStatus', 'How far a job is', oneOf(['running', 'done', 'failed']));

/** Data of GET /jobs/{id}. */
export class JobDto {
  @ApiProperty({ ...idSchema('job'), example: 'job_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Identifier' })
  readonly id: string;

  @ApiProperty({ enum: ['memories.delete'], description: 'What it does' })
  readonly kind: 'memories.delete';

  @ApiProperty({ ...jobStatus.schema, example: 'running', description: 'How far it is' })
  readonly status: 'running' | 'done' | 'failed';

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 1_200,
    description: 'Number of memories that matched the filter at the time of the request',
  })
  readonly matched: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 800, description: 'Number of memories deleted so far' })
  readonly deleted: number;

  @ApiProperty({ format: 'date-time', description: 'When it was created' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time', description: 'When it last deleted something, or ended' })
  readonly updatedAt: string;

  @ApiPropertyOptional({ description: 'Why it failed', example: 'the database could not carry out the operation' })
  readonly error?: string;

  static from({ id, state, matched, deleted, createdAt, updatedAt, error }: DeletionJob): JobDto {
    return {
      id: formatId('job', id),
      kind: 'memories.delete',
      status: state,
      matched,
      deleted,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      ...(error === null ? {} : { error }),
    };
  }
}
