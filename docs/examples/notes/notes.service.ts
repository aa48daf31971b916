import { MemoriesService } from '@mneme/memories';
import { Idempotency, newUuid, Outbox, TenantDb, type IdempotentRequest, type TenantId } from '@mneme/platform';
import { NoteDto } from './dto/note.dto.js';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Note } from './note.entity.js';
import { NoteAdded } from './note.events.js';
import { NotesRepository } from './notes.repository.js';

/** The rules of notes: each belongs to a memory of the same tenant. */
@Injectable()
export class NotesService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly notes: NotesRepository,
    private readonly memories: MemoriesService,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
  ) {}

  /** @throws DomainError notFound where the tenant has no such memory */
  async add(tenantId: TenantId, memoryId: string, text: string, key?: IdempotentRequest): Promise<Note> {
    const memory = await this.memories.get(tenantId, memoryId);
    const note = { tenantId, id: newUuid(), memoryId: memory.id, text, createdAt: new Date() };
    const insert = async (tx: EntityManager): Promise<Note> => {
      await this.notes.insert(tx, note);
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
