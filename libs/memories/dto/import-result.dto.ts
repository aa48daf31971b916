import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class ImportFaultDto {
  @ApiProperty({ description: 'From 1', example: 17 })
  readonly line: number;

  @ApiProperty({ example: 'type must be one of episodic, semantic, …' })
  readonly message: string;

  @ApiPropertyOptional({ example: 'type' })
  readonly field?: string;
}

/** Data of POST /memories/import. */
export class ImportResultDto {
  @ApiProperty({ description: 'Lines that were not empty' })
  readonly read: number;

  @ApiProperty({ description: 'Memories that are new' })
  readonly created: number;

  @ApiProperty({ description: 'Records that were there already, by their externalId' })
  readonly present: number;

  @ApiProperty({ description: 'Lines that hold no record of the right form' })
  readonly failed: number;

  @ApiProperty({ type: [ImportFaultDto], description: 'What is wrong with them: the first 100 faults' })
  readonly errors: readonly ImportFaultDto[];
}
