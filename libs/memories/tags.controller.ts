import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
import { ListTagsQuery, TagPageDto } from './dto/tag-page.dto.js';
import { TagListService } from './listing/tag-list.service.js';

@ApiTags('Tags')
@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagListService) {}

  @Get()
  @RequireScope('read:memories')
  @ApiOperation({
    operationId: 'tags.list',
    summary: 'List tags',
    description:
      'Lists the tags of the tenant in Unicode code point order, each with the number of memories that have it. To get the next page, pass `nextCursor` as `cursor`.',
  })
  @Answers(TagPageDto, { description: 'A page of tags', errors: ['validation', 'tenantMismatch'] })
  async list(@Tenant() tenant: TenantId, @Query() query: ListTagsQuery): Promise<TagPageDto> {
    return TagPageDto.from(await this.tags.page(tenant, query));
  }
}
