import { type Answer, Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import { BulkResultDto } from './transfer/bulk-result.dto.js';
import { CreateMemoriesDto } from './transfer/create-memories.dto.js';
import { MemoryInputDto } from './dto/memory-input.dto.js';
import { MemoryBulkService } from './transfer/memory-bulk.service.js';

@ApiTags('Memories')
@ApiExtraModels(MemoryInputDto)
@Controller('memories/bulk')
export class MemoryBulkController {
  constructor(private readonly bulk: MemoryBulkService) {}

  @Post()
  @RequireScope('write:memories')
  @Idempotent()
  @ApiOperation({
    operationId: 'memories.createMany',
    summary: 'Create many memories',
    description:
      'Creates up to 500 memories in one request. Each item has its own result: items that are not valid are reported, and the others are stored.',
  })
  @Answers(BulkResultDto, {
    description: 'What became of each item',
    idempotent: true,
    errors: ['validation', 'tenantMismatch', 'duplicate', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async create(
    @Tenant() tenant: TenantId,
    @Body() body: CreateMemoriesDto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<Answer<BulkResultDto>> {
    return this.bulk.create(tenant, body.memories, body.onConflict, key);
  }
}
