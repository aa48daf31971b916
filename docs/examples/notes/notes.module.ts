import { MemoriesModule } from '@mneme/memories';
import { Module } from '@nestjs/common';
import { NotesController } from './notes.controller.js';
import { NotesRepository } from './notes.repository.js';
import { NotesService } from './notes.service.js';

@Module({
  imports: [MemoriesModule],
  controllers: [NotesController],
  providers: [NotesRepository, NotesService],
})
export class NotesModule {}
