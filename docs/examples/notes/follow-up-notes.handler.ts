import { EventHandler, type EventHeader, type StoredEvent } from '@mneme/platform/events';
import { parseId, type TenantId } from '@mneme/platform/ids';
import { EventLog } from '@mneme/platform/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NotesRepository } from './notes.repository.js';

const TAG = 'follow-up';
const TEXT = 'To follow up';

/** Adds a note to each new memory with the tag `follow-up`. Webhooks and other features get the same events. */
@Injectable()
export class FollowUpNotes extends EventHandler {
  constructor(
    private readonly log: EventLog,
    private readonly notes: NotesRepository,
  ) {
    super();
  }

  /** Inside the transaction that takes the events out of the queue. @returns none: what they say is not needed again */
  async handle(tx: EntityManager, tenantId: TenantId, events: readonly EventHeader[]): Promise<readonly string[]> {
    const ids = events.map(({ id }) => id);
    const created = [...(await this.log.find(tx, tenantId, ids)).values()];
    await this.notes.addToEach(tx, tenantId, created.flatMap(taggedMemory), TEXT);
    return [];
  }

  /** Ten and more at once, as of an import, are not followed up. */
  override wants(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

function taggedMemory({ resourceId, data }: StoredEvent): string[] {
  const id = parseId('mem', resourceId ?? '');
  return id !== undefined && (data['tags'] as string[]).includes(TAG) ? [id] : [];
}
