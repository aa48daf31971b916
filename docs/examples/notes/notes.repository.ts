import { newUuid, type TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Note } from './note.entity.js';

/** The only place with queries on notes. */
@Injectable()
export class NotesRepository {
  async insert(tx: EntityManager, note: Note): Promise<void> {
    await tx.insert(Note, note);
  }

  /** The same note for each of the memories that are still there. */
  async addToEach(tx: EntityManager, tenantId: TenantId, memoryIds: readonly string[], text: string): Promise<void> {
    await tx.query(
      `INSERT INTO notes (tenant_id, id, memory_id, text, created_at)
       SELECT $1, note.id, m.id, $4, now()
         FROM unnest($2::uuid[], $3::uuid[]) AS note(id, memory_id)
         JOIN memories m ON m.tenant_id = $1 AND m.id = note.memory_id`,
      [tenantId, memoryIds.map(() => newUuid()), memoryIds, text],
    );
  }

  /** Newest first. */
  async newest(tx: EntityManager, tenantId: TenantId, memoryId: string, limit: number): Promise<Note[]> {
    return tx.find(Note, { where: { tenantId, memoryId }, order: { createdAt: 'DESC', id: 'DESC' }, take: limit });
  }
}
