import type { Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';
import type { EventType } from './event-type.js';
import type { EventHeader } from './stored-event.js';

/**
 * Takes its events out of the outbox. It works inside the transaction that does so: what it writes commits with that or
 * not at all, so every handler has every event exactly once. No network call in it; it leaves work for later as rows,
 * and wakes the job that does it with `TenantDb.afterCommit`.
 */
export abstract class EventHandler {
  /**
   * @param events in the order in which they were written, all of this handler and tenant
   * @returns the ids of those whose contents are still needed; they are kept for 31 days, the others go when every
   *   handler has had them
   * @throws to have them again after a pause; after the last attempt an event is set aside. Other handlers go on.
   */
  abstract handle(tx: EntityManager, tenantId: TenantId, events: readonly EventHeader[]): Promise<readonly string[]>;

  /**
   * Whether this handler wants the tenant's events of this name; asked only for events that record no change, and for
   * many at once. What no handler wants is not written. A handler that answers false at times calls
   * `Outbox.wantersChange` first in the transaction that makes it true.
   */
  wants(_tx: EntityManager, _tenantId: TenantId, _name: string): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/** Which events a handler takes. */
export interface EventSubscription {
  /**
   * Names the handler's rows in the queue and its metrics. It stays the same from release to release: under another name
   * it is another handler. Distinct in the application; lower-case letters, digits and hyphens.
   */
  readonly name: string;
  readonly handler: Type<EventHandler>;
  /** Left out: every event of the application. */
  readonly events?: readonly EventType[];
}
