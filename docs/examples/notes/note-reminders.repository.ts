import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Note } from './note.entity.js';

/** The only place with queries on reminders. */
@Injectable()
export class NoteRemindersRepository {
  async insert(tx: EntityManager, { tenantId, id }: Note, dueAt: Date): Promise<void> {
    await tx.query('INSERT INTO note_reminders (tenant_id, note_id, due_at) VALUES ($1, $2, $3)', [
      tenantId,
      id,
      dueAt,
    ]);
  }

  /** Inside TenantDb.runSystem: the tenants with reminders that are due. */
  async dueTenants(tx: EntityManager): Promise<TenantId[]> {
    const due = 'SELECT DISTINCT tenant_id AS tenant FROM note_reminders WHERE due_at <= now()';
    const rows = await tx.query<{ tenant: TenantId }[]>(due);
    return rows.map(({ tenant }) => tenant);
  }

  /**
   * Removes due reminders of the tenant, oldest first; the rows are locked until the transaction ends, and those that
   * another process has locked are passed over.
   */
  async takeDue(tx: EntityManager, tenantId: TenantId, limit: number): Promise<Note[]> {
    const [taken] = await tx.query<[{ id: string }[], number]>(
      `WITH due AS MATERIALIZED (
         SELECT note_id FROM note_reminders WHERE tenant_id = $1 AND due_at <= now()
          ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       DELETE FROM note_reminders r USING due WHERE r.tenant_id = $1 AND r.note_id = due.note_id
       RETURNING r.note_id AS id`,
      [tenantId, limit],
    );
    return tx.findBy(Note, { tenantId, id: In(taken.map(({ id }) => id)) });
  }
}
