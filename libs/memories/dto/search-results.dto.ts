import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Answer } from '@mneme/platform/answers';
import type { MemoryMatches } from '../search/memory-search.service.js';
import { ExplanationDto } from './explanation.dto.js';
import { MemoryItemDto, type ExtraField } from './memory-item.dto.js';

/** A found memory. */
export class SearchResultDto extends MemoryItemDto {
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Probability that the memory answers the query' })
  readonly relevance: number;

  @ApiPropertyOptional({ type: ExplanationDto, description: 'Why it was found, where explain asks for it' })
  readonly explanation?: ExplanationDto;
}

/** Data of POST /memories/search. */
export class SearchResultsDto {
  @ApiProperty({ type: [SearchResultDto], description: 'Most relevant first' })
  readonly results: SearchResultDto[];

  @ApiProperty({ example: 'what does Anna like to drink?' })
  readonly query: string;

  @ApiProperty({ example: 4.2, description: 'Milliseconds that the whole request took inside the service' })
  readonly latency: number;

  /** @param startedAt `performance.now()` when the request came in */
  static answer(
    query: string,
    { matches, warnings }: MemoryMatches,
    startedAt: number,
    fields?: readonly ExtraField[],
  ): Answer<SearchResultsDto> {
    const results = matches.map(({ memory, relevance, explanation }) => {
      const { id, content, type, ...rest } = MemoryItemDto.from(memory, fields);
      const result = { id, content, type, relevance: Math.round(relevance * 10_000) / 10_000, ...rest };
      return explanation === undefined ? result : { ...result, explanation: ExplanationDto.from(explanation) };
    });
    const latency = Math.round((performance.now() - startedAt) * 10) / 10;
    return new Answer({ results, query, latency }, { warnings });
  }
}
