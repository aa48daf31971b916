import { ApiProperty } from '@nestjs/swagger';
import type { Explanation } from '@mneme/retrieval';

/** What was added to a score. */
class ExplanationBoostsDto {
  @ApiProperty({ minimum: 0, example: 0, description: 'From the memories before and after this one in its session' })
  readonly session: number;

  @ApiProperty({
    minimum: 0,
    example: 0.05,
    description: 'If the query names exactly one speaker and the memory is theirs',
  })
  readonly speaker: number;
}

/** A part of a content, in Unicode code points. */
class PassageDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 4, description: 'First character' })
  readonly start: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 11, description: 'The character after the last' })
  readonly end: number;
}

/** Where a content has a word of the query. */
class MatchedTermDto extends PassageDto {
  @ApiProperty({ description: 'The word, as in `matchedTerms`', example: 'dentist' })
  readonly term: string;
}

/** A date that the query names. */
class QueryDateDto {
  @ApiProperty({ description: 'As in the query', example: 'last March' })
  readonly text: string;

  @ApiProperty({ format: 'date', description: 'First day', example: '2026-03-01' })
  readonly from: string;

  @ApiProperty({ format: 'date', description: 'Last day', example: '2026-03-31' })
  readonly to: string;

  @ApiProperty({ description: 'Whether the memory is of it: it happened then, or names it' })
  readonly matched: boolean;
}

/** A word that stood in for another. */
class CorrectionDto {
  @ApiProperty({ description: 'A word of the query that no memory has', example: 'penicilin' })
  readonly from: string;

  @ApiProperty({ description: 'The word that was searched for instead', example: 'penicillin' })
  readonly to: string;
}

/** Why a memory was found. */
export class ExplanationDto {
  @ApiProperty({ description: 'The rest in a sentence', example: 'Close in meaning; holds "dentist".' })
  readonly summary: string;

  @ApiProperty({ example: 1.0416, description: 'What results are sorted by: meaning, words and boosts together' })
  readonly score: number;

  @ApiProperty({ minimum: -1, maximum: 1, example: 0.6231, description: 'Similarity of meaning' })
  readonly cosine: number;

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    example: 0.5,
    description: "Share of the query's words and date that the passage has, weighted by rarity",
  })
  readonly coverage: number;

  @ApiProperty({ type: [String], description: 'Those words', example: ['dentist'] })
  readonly matchedTerms: string[];

  @ApiProperty({ type: [MatchedTermDto], maxItems: 100, description: 'Where the content has them, the first 100' })
  readonly matches: MatchedTermDto[];

  @ApiProperty({ type: [QueryDateDto], description: 'Dates that the query names' })
  readonly dates: QueryDateDto[];

  @ApiProperty({ type: [CorrectionDto], description: 'Words of the query that were replaced' })
  readonly corrections: CorrectionDto[];

  @ApiProperty({ type: ExplanationBoostsDto, description: 'What was added to the score' })
  readonly boosts: ExplanationBoostsDto;

  @ApiProperty({
    type: PassageDto,
    nullable: true,
    description: 'The part of the content that was compared. `null` for the whole content',
  })
  readonly passage: PassageDto | null;

  static from(explanation: Explanation): ExplanationDto {
    const { summary, score, cosine, coverage, matchedTerms, matches, dates, corrections, boosts, passage } =
      explanation;
    return {
      summary,
      score: rounded(score),
      cosine: rounded(cosine),
      coverage: rounded(coverage),
      matchedTerms: [...matchedTerms],
      matches: [...matches],
      dates: [...dates],
      corrections: [...corrections],
      boosts: { session: rounded(boosts.session), speaker: rounded(boosts.speaker) },
      passage,
    };
  }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
