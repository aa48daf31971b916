import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Data of POST /memories/delete. */
export class DeletionResultDto {
  @ApiProperty({ example: 42, description: 'Memories that the filter meant when the request came' })
  readonly matched: number;

  @ApiProperty({
    example: 42,
    description: 'Memories that are deleted; 0 of a dry run and of a job that has just begun',
  })
  readonly deleted: number;

  @ApiPropertyOptional({
    example: 'job_01kaj3w5m8f5zrj0q7f8t1x2ya',
    description: 'Of more than 1,000 memories: the job that deletes them, see GET /jobs/{id}',
  })
  readonly jobId?: string;

  @ApiPropertyOptional({ enum: ['running'], description: 'Beside jobId' })
  readonly status?: 'running';
}
