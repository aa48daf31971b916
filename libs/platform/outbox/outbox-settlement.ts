import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';
import { EventCatalog } from '../events/event-catalog.js';
import { OutboxQueueRepository, type TakenEvent } from './outbox-queue.repository.js';
import { OutboxRepository } from './outbox.repository.js';

/** What becomes of an event when one of its handlers has had it. */
@Injectable()
export class OutboxSettlement {
  constructor(
    private readonly catalog: EventCatalog,
    private readonly queue: OutboxQueueRepository,
    private readonly events: OutboxRepository,
  ) {}

  /**
   * Gives events that the release before has written to the other handlers that they have now.
   * @param handler the one that has taken them
   * @returns all of them, each with whether it is shared
   */
  async shared(
    tx: EntityManager,
    tenant: TenantId,
    handler: string,
    taken: readonly TakenEvent[],
  ): Promise<readonly TakenEvent[]> {
    const unknown = taken.filter(({ shared }) => shared === null);
    if (unknown.length === 0) return taken;
    const sharedNames = new Set<string>();
    for (const name of new Set(unknown.map((event) => event.name))) {
      const others = this.othersOf(name, handler);
      if (others.length === 0) continue;
      sharedNames.add(name);
      const ids = idsOf(unknown.filter((event) => event.name === name));
      await this.queue.share(tx, tenant, ids, others);
    }
    return taken.map((event) => ({ ...event, shared: event.shared ?? sharedNames.has(event.name) }));
  }

  /** Deletes what no handler needs any more. @param kept ids of those that this one still needs */
  async settle(
    tx: EntityManager,
    tenant: TenantId,
    taken: readonly TakenEvent[],
    kept: readonly string[],
  ): Promise<void> {
    const needed = new Set(kept);
    const dismissed = taken.filter(({ id }) => !needed.has(id));
    const own = idsOf(dismissed.filter(({ shared }) => shared !== true));
    const shared = idsOf(dismissed.filter((event) => event.shared === true));
    if (own.length > 0) await this.events.delete(tx, tenant, own);
    if (shared.length > 0) await this.events.dismiss(tx, tenant, shared);
    if (needed.size > 0) await this.events.keep(tx, tenant);
  }

  private othersOf(event: string, handler: string): string[] {
    if (!this.catalog.names.includes(event)) return [];
    return this.catalog.handlersOf(event).flatMap(({ name }) => (name === handler ? [] : [name]));
  }
}

function idsOf(events: readonly TakenEvent[]): string[] {
  return events.map(({ id }) => id);
}
