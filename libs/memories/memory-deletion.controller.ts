import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer, Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import { DeleteMemoriesDto } from './deletion/delete-memories.dto.js';
import { DeletionResultDto } from './deletion/deletion-result.dto.js';
import { MemoryDeletionService } from './deletion/memory-deletion.service.js';

@ApiTags('Memories')
@Controller('memories/delete')
export class MemoryDeletionController {
  constructor(private readonly deletion: MemoryDeletionService) {}

  @Post()
  @RequireScope('write:memories')
  @Idempotent()
  @ApiOperation({
    operationId: 'memories.deleteMany',
    summary: 'Delete memories by a filter',
    description:
      'Deletes the memories that match every condition of the filter, permanently. Up to 1,000 are deleted before the response; of more, a job deletes the rest (202). With `dryRun`, they are only counted.',
  })
  @Answers(DeletionResultDto, {
    description: 'How many the filter meant, and how many are deleted',
    also: { status: 202, description: 'More than 1,000: a job deletes them, see GET /jobs/{id}' },
    idempotent: true,
    errors: ['validation', 'tenantMismatch', 'duplicate', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async delete(
    @Tenant() tenant: TenantId,
    @Body() { filter, dryRun = false }: DeleteMemoriesDto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<Answer<DeletionResultDto>> {
    return dryRun
      ? new Answer(await this.deletion.count(tenant, filter, key))
      : this.deletion.delete(tenant, filter, key);
  }
}
