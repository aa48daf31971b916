import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';
import { OutboxRepository } from './outbox.repository.js';
import type { StoredEvent } from '../events/stored-event.js';

/** Reads events that a handler has kept. */
@Injectable()
export class EventLog {
  constructor(private readonly events: OutboxRepository) {}

  /** By id; an event that is older than 31 days is missing. */
  async find(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<Map<string, StoredEvent>> {
    const events = await this.events.find(tx, tenant, ids);
    return new Map(events.map((event) => [event.id, event]));
  }
}
