import type { Feature } from '@mneme/platform';
import { Note } from './note.entity.js';
import { NoteAdded } from './note.events.js';
import { Notes1763800000000 } from './notes.migration.js';
import { NotesModule } from './notes.module.js';

/** One entry for the list of features: routes, tables, scopes and events of notes on memories. */
export const notesFeature: Feature = {
  module: NotesModule,
  schema: { feature: 'notes', entities: [Note], migrations: [{ expands: Notes1763800000000 }] },
  scopes: ['read:notes', 'write:notes'],
  events: [NoteAdded],
};
