import { formatId, idSchema } from '@mneme/platform/ids';
import type { ErasureStatus } from '@mneme/platform/erasure';
import { ApiProperty } from '@nestjs/swagger';

/** An erasure that goes on in the background. */
export class TenantErasureDto {
  @ApiProperty({
    ...idSchema('job'),
    description: 'Identifier of the erasure',
    example: 'job_01m7ydf6jdfzy8584x9qdvy38q',
  })
  readonly jobId: string;

  @ApiProperty({ enum: ['running', 'completed'], description: 'Whether it has ended' })
  readonly status: ErasureStatus['status'];

  @ApiProperty({ format: 'date-time', description: 'When it began', example: '2026-11-27T09:30:00.000Z' })
  readonly startedAt: string;

  static from({ id, status, startedAt }: ErasureStatus): TenantErasureDto {
    return { jobId: formatId('job', id), status, startedAt: startedAt.toISOString() };
  }
}
