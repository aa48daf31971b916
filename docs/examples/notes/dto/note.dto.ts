import { formatId } from '@mneme/platform/ids';
import { ApiProperty } from '@nestjs/swagger';
import type { Note } from '../note.entity.js';

/** A note as clients see it. */
export class NoteDto {
  @ApiProperty({ example: 'note_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Identifier' })
  readonly id: string;

  @ApiProperty({ example: 'Said so twice', description: 'The note' })
  readonly text: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When to remind of it' })
  readonly remindAt: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it was added' })
  readonly createdAt: string;

  static from({ id, text, remindAt, createdAt }: Note): NoteDto {
    const dates = { remindAt: remindAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
    return { id: formatId('note', id), text, ...dates };
  }
}

/** Data of GET /memories/{id}/notes. */
export class NoteListDto {
  @ApiProperty({ type: [NoteDto], description: 'Newest first' })
  readonly notes: NoteDto[];

  static from(notes: readonly Note[]): NoteListDto {
    return { notes: notes.map((note) => NoteDto.from(note)) };
  }
}

/** Data of note.added and note.due. */
export class NoteEventDataDto extends NoteDto {
  @ApiProperty({ example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'The memory that it is on' })
  readonly memoryId: string;

  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001', description: 'Tenant that it belongs to' })
  readonly tenantId: string;
}
