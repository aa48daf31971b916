import { formatId } from '@mneme/platform/ids';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { DeletionJob } from './deletion-jobs.repository.js';

/** Data of GET /jobs/{id}. */
export class JobDto {
  @ApiProperty({ example: 'job_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ enum: ['memories.delete'], description: 'What it does' })
  readonly kind: 'memories.delete';

  @ApiProperty({ enum: ['running', 'done', 'failed'] })
  readonly status: 'running' | 'done' | 'failed';

  @ApiProperty({ example: 1_200, description: 'Memories that the filter meant when the request came' })
  readonly matched: number;

  @ApiProperty({ example: 1_200, description: 'Memories that are deleted by now' })
  readonly deleted: number;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time', description: 'When it last deleted something, or ended' })
  readonly updatedAt: string;

  @ApiPropertyOptional({ description: 'Why it failed' })
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
