import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer, Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import { OnlyReads, RequestStart } from '@mneme/platform/http';
import type { TenantId } from '@mneme/platform/ids';
import { SearchMemoriesDto } from './search/search-memories.dto.js';
import { SearchResultsDto } from './search/search-results.dto.js';
import { MemorySearchService } from './search/memory-search.service.js';

const NO_MODEL = DomainError.externalService(
  'the embedding model does not answer, and the query has no word to search by',
);

@ApiTags('Memories')
@Controller('memories/search')
export class MemorySearchController {
  constructor(private readonly memories: MemorySearchService) {}

  @Post()
  @OnlyReads()
  @RequireScope('read:memories')
  @ApiOperation({
    operationId: 'memories.search',
    summary: 'Search memories',
    description:
      'Finds memories by meaning and by words, most relevant first. `relevance` is the estimated probability that the memory answers the query.',
  })
  @Answers(SearchResultsDto, {
    description: 'What was found',
    errors: ['validation', 'tenantMismatch', 'payloadTooLarge', 'unsupportedMediaType', NO_MODEL],
  })
  async search(
    @Tenant() tenant: TenantId,
    @Body() body: SearchMemoriesDto,
    @RequestStart() startedAt: number,
  ): Promise<Answer<SearchResultsDto>> {
    return SearchResultsDto.answer(
      body.query,
      await this.memories.find(tenant, body, startedAt),
      startedAt,
      body.fields,
    );
  }
}
