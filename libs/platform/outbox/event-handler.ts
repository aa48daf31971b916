import type { Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../database/tenant-id.js';
import type { EventType } from './event-type.js';
import type { EventHeader } from './stored-event.js';

/**
 * Takes events out of the outbox. It works inside the transaction that does so: what it writes commits with that or not
 * at all, so every event is handled exactly once. No network call in it; it leaves work for later as rows, and wakes
 * whoever does it with `TenantDb.afterCommit`.
 */
export abstract class EventHandler {
  /**
   * @param events in the order in which they were written, all of this handler and tenant
   * @returns the ids of those whose contents are still needed; they are kept for 31 days, the others go at once
   * @throws to have them again after a pause; after the last attempt an event is set aside
   */
  abstract handle(tx: EntityManager, tenantId: TenantId, events: readonly EventHeader[]): Promise<readonly string[]>;

  /**
   * Whether anyone of the tenant wants events of this name; else those that record no change, and many at once, are not
   * even written. Whatever makes this true calls `Outbox.wantersChange` first, in its transaction.
   */
  abstract wants(tx: EntityManager, tenantId: TenantId, name: string): Promise<boolean>;
}

/** Which events a handler takes. */
export interface EventSubscription {
  readonly handler: Type<EventHandler>;
  /** Left out: every event that no other handler names. */
  readonly events?: readonly EventType[];
}
