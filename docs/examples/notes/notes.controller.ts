import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { Idempotent, IdempotencyKey, type IdempotentRequest } from '@mneme/platform/idempotency';
import { idSchema, type TenantId } from '@mneme/platform/ids';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CreateNoteDto } from './dto/create-note.dto.js';
import { ListNotesQuery } from './dto/list-notes.query.js';
import { NoteDto, NoteListDto } from './dto/note.dto.js';
import { NotesService } from './notes.service.js';

@ApiTags('Notes')
@ApiParam({
  name: 'id',
  schema: { ...idSchema('mem'), example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya' },
  description: 'Identifier of the memory',
})
@Controller('memories/:id/notes')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Post()
  @RequireScope('write:notes')
  @Idempotent()
  @ApiOperation({
    operationId: 'memories.notes.create',
    summary: 'Add a note to a memory',
    description: 'Stores a note on a memory, with an optional reminder.',
  })
  @Answers(NoteDto, {
    status: 201,
    description: 'The note',
    idempotent: true,
    errors: ['validation', 'tenantMismatch', 'notFound', 'duplicate', 'payloadTooLarge', 'unsupportedMediaType'],
  })
  async add(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Body() body: CreateNoteDto,
    @IdempotencyKey() key: IdempotentRequest | undefined,
  ): Promise<NoteDto> {
    return NoteDto.from(await this.notes.add(tenant, id, body.toNote(), key));
  }

  @Get()
  @RequireScope('read:notes')
  @ApiOperation({
    operationId: 'memories.notes.list',
    summary: 'List the notes on a memory',
    description: 'Lists the newest notes on a memory.',
  })
  @Answers(NoteListDto, { description: 'Newest first', errors: ['validation', 'tenantMismatch', 'notFound'] })
  async list(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() { limit }: ListNotesQuery,
  ): Promise<NoteListDto> {
    return NoteListDto.from(await this.notes.newest(tenant, id, limit));
  }
}
