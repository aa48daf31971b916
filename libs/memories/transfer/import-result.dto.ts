import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class ImportFaultDto {
  @ApiProperty({ description: 'From 1', example: 17 })
  readonly line: number;

  @ApiProperty({ example: 'type must be one of episodic, semantic, …' })
  readonly message: string;

  @ApiPropertyOptional({ example: 'type' })
  readonly field?: string;
}

export class StoppedImportDto {
  @ApiProperty({ enum: ['too_many_failures'], description: '1,000 lines in a row failed' })
  readonly reason: 'too_many_failures';

  @ApiProperty({ description: 'The last line that was read, from 1', example: 1_017 })
  readonly lastLine: number;

  @ApiProperty({
    description: 'The first of the lines that failed in a row: what is before it is stored or reported',
    example: 18,
  })
  readonly resumeFrom: number;
}

/** Data of POST /memories/import. */
export class ImportResultDto {
  @ApiProperty({ description: 'Lines that were not empty' })
  readonly read: number;

  @ApiProperty({ description: 'Memories that are new' })
  readonly created: number;

  @ApiProperty({ description: 'Records that were there already, by their externalId' })
  readonly present: number;

  @ApiProperty({ description: 'Records that a memory with their externalId became' })
  readonly replaced: number;

  @ApiProperty({ description: 'Lines that hold no record of the right form' })
  readonly failed: number;

  @ApiProperty({ type: [ImportFaultDto], description: 'What is wrong with them: the first 100 faults' })
  readonly errors: readonly ImportFaultDto[];

  @ApiPropertyOptional({ description: 'Only where the import ended before the body did' })
  readonly stopped?: StoppedImportDto;
}
