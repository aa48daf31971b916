import { MemoryCreated } from '@mneme/memories';
import type { Feature } from '@mneme/platform/installation';
import { FollowUpNotes } from './follow-up-notes.handler.js';
import { Note } from './note.entity.js';
import { NoteAdded, NoteDue } from './note.events.js';
import { NoteReminders1764200032000 } from './note-reminders.migration.js';
import { Notes1763800000000 } from './notes.migration.js';
import { NotesModule } from './notes.module.js';

/** One entry for the list of features: routes, tables, scopes and events of notes on memories. */
export const notesFeature: Feature = {
  module: NotesModule,
  schema: {
    feature: 'notes',
    entities: [Note],
    migrations: [{ expands: Notes1763800000000 }, { expands: NoteReminders1764200032000 }],
  },
  scopes: ['read:notes', 'write:notes'],
  events: [NoteAdded, NoteDue],
  eventHandlers: [{ name: 'notes', handler: FollowUpNotes, events: [MemoryCreated] }],
};
