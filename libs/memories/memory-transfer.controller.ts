import { Answers, AnswersNdjson, NDJSON, NOT_NDJSON } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { NdjsonBody, Streamed, StreamedNdjson } from '@mneme/platform/bodies';
import { DomainError } from '@mneme/platform/errors';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import type { TenantId } from '@mneme/platform/ids';
import type { Readable } from 'node:stream';
import { Controller, Get, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ExportMemoriesQuery } from './transfer/export-memories.query.js';
import { ImportResultDto } from './transfer/import-result.dto.js';
import { MemoryRecordDto } from './dto/memory-record.dto.js';
import { ImportMemoriesQuery } from './transfer/import-memories.query.js';
import { MemoryTransferService } from './transfer/memory-transfer.service.js';

const EXAMPLE = '{"content":"Anna prefers tea to coffee","type":"semantic","externalId":"note-1"}\n';

const NO_STREAM = new DomainError('unsupportedMediaType', [{ message: NOT_NDJSON }]);

@ApiTags('Memories')
@Controller('memories')
export class MemoryTransferController {
  constructor(private readonly transfer: MemoryTransferService) {}

  @Get('export')
  @RequireScope('read:memories')
  @Streamed()
  @ApiOperation({
    operationId: 'memories.export',
    summary: 'Export memories',
    description:
      'Streams the memories that match the filters as NDJSON, one record a line, oldest first. The import takes the same records.',
  })
  @AnswersNdjson(MemoryRecordDto, { description: 'A memory a line', errors: ['validation', 'tenantMismatch'] })
  async export(@Tenant() tenant: TenantId, @Query() query: ExportMemoriesQuery): Promise<StreamableFile> {
    return this.transfer.export(tenant, query);
  }

  @Post('import')
  @RequireScope('write:memories')
  @Idempotent()
  @StreamedNdjson(EXAMPLE)
  @ApiConsumes(NDJSON)
  @ApiOperation({
    operationId: 'memories.import',
    summary: 'Import memories',
    description:
      'Stores memories from NDJSON, one record a line, while the body arrives. The number of lines is not limited. Lines that are not valid are reported, and the others are stored.',
  })
  @Answers(ImportResultDto, {
    description: 'What became of the lines',
    idempotent: true,
    errors: ['validation', 'tenantMismatch', 'duplicate', 'payloadTooLarge', NO_STREAM],
  })
  async import(
    @Tenant() tenant: TenantId,
    @Query() { onConflict }: ImportMemoriesQuery,
    @NdjsonBody() body: Readable,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<ImportResultDto> {
    return this.transfer.import(tenant, body, onConflict, key);
  }
}
