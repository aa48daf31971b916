import { MemoriesService } from '@mneme/memories';
import { TenantDb } from '@mneme/platform/database';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NoteDto } from './dto/note.dto.js';
import type { Note } from './note.entity.js';
import { NoteAdded } from './note.events.js';
import { NoteRemindersRepository } from './note-reminders.repository.js';
import { NotesRepository } from './notes.repository.js';

/** What a note is made of. */
export interface NewNote {
  readonly text: string;
  readonly remindAt: Date | null;
}

/** The rules of notes: each belongs to a memory of the same tenant. */
@Injectable()
export class NotesService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly notes: NotesRepository,
    private readonly reminders: NoteRemindersRepository,
    private readonly memories: MemoriesService,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
  ) {}

  /** @throws DomainError notFound where the tenant has no such memory */
  async add(tenantId: TenantId, memoryId: string, input: NewNote, key?: IdempotentRequest): Promise<Note> {
    const memory = await this.memories.get(tenantId, memoryId);
    const note = { tenantId, id: newUuid(), memoryId: memory.id, ...input, createdAt: new Date() };
    const insert = async (tx: EntityManager): Promise<Note> => {
      await this.notes.insert(tx, note);
      if (note.remindAt !== null) await this.reminders.insert(tx, note, note.remindAt);
      await this.outbox.add(tx, tenantId, NoteAdded, [note]);
      return note;
    };
    return this.tenantDb.run(tenantId, (tx) => this.idempotency.once(tx, key, insert, (note) => NoteDto.from(note)));
  }

  /** @throws DomainError notFound where the tenant has no such memory */
  async newest(tenantId: TenantId, memoryId: string, limit: number): Promise<Note[]> {
    const memory = await this.memories.get(tenantId, memoryId);
    return this.tenantDb.run(tenantId, (tx) => this.notes.newest(tx, tenantId, memory.id, limit));
  }
}
