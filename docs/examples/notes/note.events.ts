import { eventType, formatId, type EventType } from '@mneme/platform';
import { NoteDto } from './dto/note.dto.js';
import type { Note } from './note.entity.js';

/** A note was added. Notes never change, so there is one event of each. */
export const NoteAdded: EventType<Note> = eventType('note.added', (note) => {
  const { id, text, createdAt } = NoteDto.from(note);
  const data = { id, text, createdAt, memoryId: formatId('mem', note.memoryId), tenantId: note.tenantId };
  return { resourceId: id, sequence: 1, data };
});
