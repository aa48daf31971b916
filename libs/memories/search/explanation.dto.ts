import { ApiProperty } from '@nestjs/swagger';
import type { Explanation } from '@mneme/retrieval';

/** What was added to a score. */
class BoostsDto {
  @ApiProperty({ minimum: 0, description: 'For what stands before and after it in its session' })
  readonly session: number;

  @ApiProperty({ minimum: 0, description: 'For being said by the one speaker that the query names' })
  readonly speaker: number;
}

/** A stretch of a content. */
class PassageDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'First character' })
  readonly start: number;

  @ApiProperty({ type: 'integer', description: 'The character after the last' })
  readonly end: number;
}

/** A place of a content that holds a word of the query. */
class MatchedPlaceDto extends PassageDto {
  @ApiProperty({ description: 'As matchedTerms has it', example: 'dentist' })
  readonly term: string;
}

/** A date that the query names. */
class ExplainedDateDto {
  @ApiProperty({ description: 'As the query has it', example: 'last March' })
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
  @ApiProperty({ description: 'A word of the query that no memory holds', example: 'penicilin' })
  readonly from: string;

  @ApiProperty({ description: 'The word that was looked for instead', example: 'penicillin' })
  readonly to: string;
}

/** Why a memory was found. */
export class ExplanationDto {
  @ApiProperty({ description: 'The rest in a sentence', example: 'Close in meaning; holds "dentist".' })
  readonly summary: string;

  @ApiProperty({ description: 'What results are ordered by: meaning, words and boosts together' })
  readonly score: number;

  @ApiProperty({ minimum: -1, maximum: 1, description: 'Likeness of meaning' })
  readonly cosine: number;

  @ApiProperty({ minimum: 0, maximum: 1, description: "Weighed share of the query's words that the passage holds" })
  readonly coverage: number;

  @ApiProperty({ type: [String], description: 'Those words', example: ['dentist'] })
  readonly matchedTerms: string[];

  @ApiProperty({ type: [MatchedPlaceDto], description: 'Where the content has them, in its order, the first 100' })
  readonly matches: MatchedPlaceDto[];

  @ApiProperty({ type: [ExplainedDateDto], description: 'Dates that the query names' })
  readonly dates: ExplainedDateDto[];

  @ApiProperty({ type: [CorrectionDto], description: 'Words of the query that another one stood in for' })
  readonly corrections: CorrectionDto[];

  @ApiProperty({ type: BoostsDto })
  readonly boosts: BoostsDto;

  @ApiProperty({
    type: PassageDto,
    nullable: true,
    description: 'The characters of the content that were compared; null where it was the whole',
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
