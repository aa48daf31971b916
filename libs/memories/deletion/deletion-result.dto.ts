import { idSchema } from '@mneme/platform/ids';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Data of POST /memories/delete. */
export class DeletionResultDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 42,
    description: 'Number of memories that matched the filter at the time of the request',
  })
  readonly matched: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 42,
    description: 'Number of deleted memories. 0 for a dry run, and for a job that has just begun',
  })
  readonly deleted: number;

  @ApiPropertyOptional({
    ...idSchema('job'),
    example: 'job_01kaj3w5m8f5zrj0q7f8t1x2ya',
    description: 'The job that deletes more than 1,000 memories. See `GET /jobs/{id}`',
  })
  readonly jobId?: string;

  @ApiPropertyOptional({ enum: ['running'], description: 'Only together with `jobId`' })
  readonly status?: 'running';
}
