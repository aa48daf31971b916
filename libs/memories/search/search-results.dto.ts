import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Answer } from '@mneme/platform/answers';
import { formatId } from '@mneme/platform/ids';
import type { MemoryMatch, MemoryMatches } from './memory-search.service.js';
import { ExplanationDto } from './explanation.dto.js';
import { MemoryItemDto, type SearchField } from '../dto/memory-item.dto.js';

/** A found memory. */
export class SearchResultDto extends MemoryItemDto {
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Probability that the memory answers the query' })
  readonly relevance: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Found memories with this content, itself included; where fields asks for it',
  })
  readonly copies?: number;

  @ApiPropertyOptional({
    example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya',
    description: 'A memory that supersedes it (metadata.supersedes); it stands before this one where it was found',
  })
  override readonly supersededBy?: string;

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
    fields: readonly SearchField[] = [],
  ): Answer<SearchResultsDto> {
    const results = matches.map((match) => resultOf(match, fields));
    const latency = Math.round((performance.now() - startedAt) * 10) / 10;
    return new Answer({ results, query, latency }, { warnings });
  }
}

function resultOf(
  { memory, relevance, copies, supersededBy, explanation }: MemoryMatch,
  fields: readonly SearchField[],
): SearchResultDto {
  const {
    id,
    content,
    type,
    supersededBy: _,
    ...rest
  } = MemoryItemDto.from(
    memory,
    fields.filter((field) => field !== 'copies'),
  );
  return {
    id,
    content,
    type,
    relevance: Math.round(relevance * 10_000) / 10_000,
    ...rest,
    ...(fields.includes('copies') ? { copies } : {}),
    ...(supersededBy === undefined ? {} : { supersededBy: formatId('mem', supersededBy) }),
    ...(explanation === undefined ? {} : { explanation: ExplanationDto.from(explanation) }),
  };
}
