import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';

const count = (description: string, example: number): ApiPropertyOptions => ({
  type: 'integer',
  minimum: 0,
  description,
  example,
});

export class ImportFaultDto {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Number of the line, from 1', example: 17 })
  readonly line: number;

  @ApiProperty({ example: 'type must be one of episodic, semantic, …', description: 'The error in English' })
  readonly message: string;

  @ApiPropertyOptional({ example: 'type', description: 'Path of the field in the record' })
  readonly field?: string;
}

export class StoppedImportDto {
  @ApiProperty({ enum: ['too_many_failures'], description: '1,000 lines in a row failed' })
  readonly reason: 'too_many_failures';

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The last line that was read, from 1', example: 1_017 })
  readonly lastLine: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'The first of the lines that failed in a row. All lines before it are stored or reported',
    example: 18,
  })
  readonly resumeFrom: number;
}

/** Data of POST /memories/import. */
export class ImportResultDto {
  @ApiProperty(count('Number of lines that were not empty', 1_000))
  readonly read: number;

  @ApiProperty(count('Number of new memories', 990))
  readonly created: number;

  @ApiProperty(count('Number of records whose `externalId` existed, with `onConflict: skip`', 6))
  readonly present: number;

  @ApiProperty(count('Number of memories that a record with their `externalId` replaced', 0))
  readonly replaced: number;

  @ApiProperty(count('Number of lines that failed', 4))
  readonly failed: number;

  @ApiProperty({ type: [ImportFaultDto], maxItems: 100, description: 'Their errors, the first 100' })
  readonly errors: readonly ImportFaultDto[];

  @ApiPropertyOptional({ description: 'Only if the import ended before the body did' })
  readonly stopped?: StoppedImportDto;
}
