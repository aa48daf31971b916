import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { BackgroundWork } from '@mneme/platform/jobs';
import { Outbox } from '@mneme/platform/outbox';
import { Injectable } from '@nestjs/common';
import { NoteDue } from './note.events.js';
import { NoteRemindersRepository } from './note-reminders.repository.js';

const INTERVAL_MS = 1_000;
const NOTES_EACH = 100;

/** Tells of notes whose time has come. Processes share the work: each takes rows that no other one has locked. */
@Injectable()
export class RemindOfNotes {
  constructor(
    background: BackgroundWork,
    private readonly tenantDb: TenantDb,
    private readonly reminders: NoteRemindersRepository,
    private readonly outbox: Outbox,
  ) {
    background.repeat('note reminders', INTERVAL_MS, () => this.sweep());
  }

  /** One turn for every tenant. @returns whether more may be waiting */
  async sweep(): Promise<boolean> {
    const tenants = await this.tenantDb.runSystem((tx) => this.reminders.dueTenants(tx));
    let more = false;
    for (const tenant of tenants) more = (await this.remind(tenant)) === NOTES_EACH || more;
    return more;
  }

  /** In one transaction: the reminders go, and their events are written. */
  private async remind(tenant: TenantId): Promise<number> {
    return this.tenantDb.run(tenant, async (tx) => {
      const notes = await this.reminders.takeDue(tx, tenant, NOTES_EACH);
      await this.outbox.add(tx, tenant, NoteDue, notes);
      return notes.length;
    });
  }
}
