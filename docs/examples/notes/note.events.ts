import { eventType, type EventContent, type EventType } from '@mneme/platform/events';
import { formatId } from '@mneme/platform/ids';
import { NoteDto, NoteEventDataDto } from './dto/note.dto.js';
import type { Note } from './note.entity.js';

/** A note was added. */
export const NoteAdded: EventType<Note> = eventType('note.added', (note) => describe(note, 1), {
  description: 'A note was added to a memory.',
  data: NoteEventDataDto,
});

/** The time has come that a note was to be reminded of at. */
export const NoteDue: EventType<Note> = eventType('note.due', (note) => describe(note, 2), {
  description: 'A note is due.',
  data: NoteEventDataDto,
});

function describe(note: Note, sequence: number): EventContent {
  const { id, ...shown } = NoteDto.from(note);
  const data = { id, ...shown, memoryId: formatId('mem', note.memoryId), tenantId: note.tenantId };
  return { resourceId: id, sequence, data };
}
