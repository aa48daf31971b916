import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { ShownReport } from '../patterns/pattern-evidence.js';
import { PatternDto } from './pattern.dto.js';

const count = (description: string, example: number): ApiPropertyOptions => ({
  type: 'integer',
  minimum: 0,
  description,
  example,
});

class AnalysedMemoriesDto {
  @ApiProperty(count('Number of memories that were looked at', 975))
  readonly memories: number;
  @ApiProperty(count('Number of days with memories', 402))
  readonly days: number;
  @ApiProperty(count('Number of tags, entities and types that were tested, without themes', 118))
  readonly items: number;
  @ApiProperty(count('Number of hypotheses that were tested. The correction counts all of them', 2_310))
  readonly hypothesesTested: number;
}

class PatternTiersDto {
  @ApiProperty(count('Number of established patterns', 7))
  readonly established: number;
  @ApiProperty(count('Number of tentative patterns', 12))
  readonly tentative: number;
  @ApiProperty({ minimum: 0, example: 1.2, description: 'Maximum number of tentative ones expected by chance alone' })
  readonly expectedByChance: number;
}

class SuppressedPatternsDto {
  @ApiProperty({ example: 'explained_by_stronger', description: 'Why they were left out' })
  readonly reason: string;
  @ApiProperty(count('Number of patterns that were left out', 14))
  readonly count: number;
}

class PatternMethodDto {
  @ApiProperty({ example: '2', description: 'Version of the method' })
  readonly version: string;
  @ApiProperty({
    minimum: 0,
    maximum: 1,
    example: 0.05,
    description: 'Maximum share of established patterns expected to be chance',
  })
  readonly falseDiscoveryRate: number;
}

/** Data of POST /intelligence/implicit-patterns. */
export class PatternsDto {
  @ApiProperty({ type: 'integer', minimum: 2, maximum: 1_000, example: 12, description: 'As in the request' })
  readonly minOccurrences: number;
  @ApiProperty({ example: 'Atlantic/Reykjavik', description: 'As in the request' })
  readonly timezone: string;
  @ApiProperty({ type: AnalysedMemoriesDto, description: 'What was looked at' })
  readonly analysed: AnalysedMemoriesDto;
  @ApiProperty({ type: PatternTiersDto, description: 'How many patterns there are, by tier' })
  readonly tiers: PatternTiersDto;
  @ApiProperty({
    type: [PatternDto],
    description: 'Established ones first, in each tier those of importance last, otherwise by p',
  })
  readonly patterns: readonly PatternDto[];
  @ApiProperty({ type: [SuppressedPatternsDto], description: 'What was found and left out, by reason' })
  readonly suppressed: readonly SuppressedPatternsDto[];
  @ApiProperty({
    type: [String],
    example: ['12 memories are not analysed yet'],
    description: 'What could not be tested, and why',
  })
  readonly warnings: readonly string[];
  @ApiProperty({ type: PatternMethodDto, description: 'How it was computed' })
  readonly method: PatternMethodDto;

  static from(report: ShownReport): PatternsDto {
    return { ...report, patterns: report.patterns.map((pattern) => PatternDto.from(pattern)) };
  }
}
