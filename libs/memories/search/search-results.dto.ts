import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Answer } from '@mneme/platform/answers';
import { formatId, idSchema } from '@mneme/platform/ids';
import type { MemoryMatch, MemoryMatches } from './memory-search.service.js';
import { ExplanationDto } from './explanation.dto.js';
import { MemoryItemDto, type SearchField } from '../dto/memory-item.dto.js';

/** A found memory. */
export class SearchResultDto extends MemoryItemDto {
  @ApiProperty({
    minimum: 0,
    maximum: 1,
    example: 0.7704,
    description: 'Estimated probability that the memory answers the query',
  })
  readonly relevance: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 1,
    description: 'Number of found memories with this content, itself included. Only if `fields` names it',
  })
  readonly copies?: number;

  @ApiPropertyOptional({
    ...idSchema('mem'),
    example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2yb',
    description:
      'A memory that supersedes it (`metadata.supersedes`). If both are results, that one stands before this one',
  })
  override readonly supersededBy?: string;

  @ApiPropertyOptional({ type: ExplanationDto, description: 'Why it was found. Only with `explain`' })
  readonly explanation?: ExplanationDto;
}

/** Data of POST /memories/search. */
export class SearchResultsDto {
  @ApiProperty({ type: [SearchResultDto], description: 'Most relevant first' })
  readonly results: SearchResultDto[];

  @ApiProperty({ example: 'which database does the auction board use?', description: 'The query as it was sent' })
  readonly query: string;

  @ApiProperty({ minimum: 0, example: 34.4, description: 'Milliseconds that the request took inside the service' })
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
