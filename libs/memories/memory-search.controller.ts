import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer, Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { OnlyReads, RequestStart } from '@mneme/platform/http';
import type { TenantId } from '@mneme/platform/ids';
import { SearchMemoriesDto } from './search/search-memories.dto.js';
import { SearchResultsDto } from './search/search-results.dto.js';
import { MemorySearchService } from './search/memory-search.service.js';

@ApiTags('Memories')
@Controller('memories/search')
export class MemorySearchController {
  constructor(private readonly memories: MemorySearchService) {}

  @Post()
  @OnlyReads()
  @RequireScope('read:memories')
  @ApiOperation({ summary: 'Find memories by meaning' })
  @Answers(SearchResultsDto, {
    description: 'What was found',
    errors: ['validation', 'tenantMismatch', 'payloadTooLarge', 'unsupportedMediaType', 'externalService'],
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
