import { formatId } from '@mneme/platform/ids';
import { ApiProperty } from '@nestjs/swagger';
import type { Note } from '../note.entity.js';

/** A note as clients see it. */
export class NoteDto {
  @ApiProperty({ example: 'note_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ example: 'Said so twice' })
  readonly text: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly remindAt: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  static from({ id, text, remindAt, createdAt }: Note): NoteDto {
    const dates = { remindAt: remindAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
    return { id: formatId('note', id), text, ...dates };
  }
}

/** Data of GET /memories/{id}/notes. */
export class NoteListDto {
  @ApiProperty({ type: [NoteDto] })
  readonly notes: NoteDto[];

  static from(notes: readonly Note[]): NoteListDto {
    return { notes: notes.map((note) => NoteDto.from(note)) };
  }
}
