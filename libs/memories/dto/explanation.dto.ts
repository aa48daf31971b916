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

/** Why a memory was found. */
export class ExplanationDto {
  @ApiProperty({ minimum: -1, maximum: 1, description: 'Likeness of meaning' })
  readonly cosine: number;

  @ApiProperty({ minimum: 0, maximum: 1, description: "Weighed share of the query's words that the passage holds" })
  readonly coverage: number;

  @ApiProperty({ type: [String], description: 'Those words', example: ['dentist'] })
  readonly matchedTerms: string[];

  @ApiProperty({ type: BoostsDto })
  readonly boosts: BoostsDto;

  @ApiProperty({
    type: PassageDto,
    nullable: true,
    description: 'The characters of the content that were compared; null where it was the whole',
  })
  readonly passage: PassageDto | null;

  static from({ cosine, coverage, matchedTerms, boosts, passage }: Explanation): ExplanationDto {
    return {
      cosine: rounded(cosine),
      coverage: rounded(coverage),
      matchedTerms: [...matchedTerms],
      boosts: { session: rounded(boosts.session), speaker: rounded(boosts.speaker) },
      passage,
    };
  }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
