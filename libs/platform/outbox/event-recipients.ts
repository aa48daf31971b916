import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';
import { EventCatalog } from '../events/event-catalog.js';
import type { Recipients } from './outbox.repository.js';

/** Which handlers get events. */
@Injectable()
export class EventRecipients {
  constructor(
    private readonly catalog: EventCatalog,
    private readonly modules: ModuleRef,
  ) {}

  /** Every handler of the event. @throws Error for an event that no feature declares */
  all(event: string): Recipients {
    const handlers = this.catalog.handlersOf(event);
    return { handlers: handlers.map(({ name }) => name), shared: handlers.length > 1 };
  }

  /** Those that want the tenant's events of this name; undefined where none does. */
  async wanting(tx: EntityManager, tenant: TenantId, event: string): Promise<Recipients | undefined> {
    const { shared } = this.all(event);
    const handlers: string[] = [];
    for (const { name, handler } of this.catalog.handlersOf(event)) {
      if (await this.modules.get(handler, { strict: false }).wants(tx, tenant, event)) handlers.push(name);
    }
    return handlers.length > 0 ? { handlers, shared } : undefined;
  }
}
