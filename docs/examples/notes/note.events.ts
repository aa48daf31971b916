import { eventType, type EventContent, type EventType } from '@mneme/platform/events';
import { formatId } from '@mneme/platform/ids';
import { NoteDto } from './dto/note.dto.js';
import type { Note } from './note.entity.js';

/** A note was added. */
export const NoteAdded: EventType<Note> = eventType('note.added', (note) => describe(note, 1));

/** The time has come that a note was to be reminded of at. */
export const NoteDue: EventType<Note> = eventType('note.due', (note) => describe(note, 2));

function describe(note: Note, sequence: number): EventContent {
  const { id, ...shown } = NoteDto.from(note);
  const data = { id, ...shown, memoryId: formatId('mem', note.memoryId), tenantId: note.tenantId };
  return { resourceId: id, sequence, data };
}
