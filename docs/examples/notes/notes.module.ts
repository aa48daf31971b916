import { MemoriesModule } from '@mneme/memories';
import { Module } from '@nestjs/common';
import { FollowUpNotes } from './follow-up-notes.handler.js';
import { NoteRemindersRepository } from './note-reminders.repository.js';
import { NotesController } from './notes.controller.js';
import { NotesRepository } from './notes.repository.js';
import { NotesService } from './notes.service.js';
import { RemindOfNotes } from './remind-of-notes.job.js';

@Module({
  imports: [MemoriesModule],
  controllers: [NotesController],
  providers: [FollowUpNotes, NoteRemindersRepository, NotesRepository, NotesService, RemindOfNotes],
})
export class NotesModule {}
