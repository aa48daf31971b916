import { ApiProperty } from '@nestjs/swagger';
import type { PatternReport } from '@mneme/analysis';
import { PatternDto } from './pattern.dto.js';

class AnalysedDto {
  @ApiProperty({ description: 'Memories that were looked at' })
  readonly memories: number;
  @ApiProperty({ description: 'Days that hold memories' })
  readonly days: number;
  @ApiProperty({ description: 'Tags, entities and types that were tested; themes are not among them' })
  readonly items: number;
  @ApiProperty({ description: 'Hypotheses tried: all of them count in the correction' })
  readonly hypothesesTested: number;
}

class TiersDto {
  @ApiProperty()
  readonly established: number;
  @ApiProperty()
  readonly tentative: number;
  @ApiProperty({ description: 'Tentative ones that chance alone would give, at most' })
  readonly expectedByChance: number;
}

class SuppressedDto {
  @ApiProperty()
  readonly reason: string;
  @ApiProperty()
  readonly count: number;
}

class PatternMethodDto {
  @ApiProperty()
  readonly version: string;
  @ApiProperty({ description: 'Of established patterns, at most this share is expected to be chance' })
  readonly falseDiscoveryRate: number;
}

/** Data of POST /intelligence/implicit-patterns. */
export class PatternsDto {
  @ApiProperty()
  readonly minOccurrences: number;
  @ApiProperty()
  readonly timezone: string;
  @ApiProperty({ type: AnalysedDto })
  readonly analysed: AnalysedDto;
  @ApiProperty({ type: TiersDto })
  readonly tiers: TiersDto;
  @ApiProperty({ type: [PatternDto], description: 'Established ones first, then by p' })
  readonly patterns: readonly PatternDto[];
  @ApiProperty({ type: [SuppressedDto], description: 'What was found and left out, by reason' })
  readonly suppressed: readonly SuppressedDto[];
  @ApiProperty({ type: [String], description: 'What could not be tested, and why' })
  readonly warnings: readonly string[];
  @ApiProperty({ type: PatternMethodDto })
  readonly method: PatternMethodDto;

  static from(report: PatternReport): PatternsDto {
    return { ...report, patterns: report.patterns.map((pattern) => PatternDto.from(pattern)) };
  }
}
