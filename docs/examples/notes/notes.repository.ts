import type { TenantId } from '@mneme/platform';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Note } from './note.entity.js';

/** The only place with queries on notes. */
@Injectable()
export class NotesRepository {
  async insert(tx: EntityManager, note: Note): Promise<void> {
    await tx.insert(Note, note);
  }

  /** Newest first. */
  async newest(tx: EntityManager, tenantId: TenantId, memoryId: string, limit: number): Promise<Note[]> {
    return tx.find(Note, { where: { tenantId, memoryId }, order: { createdAt: 'DESC', id: 'DESC' }, take: limit });
  }
}
