import { Module, type DynamicModule } from '@nestjs/common';
import { EventCatalog } from '../events/event-catalog.js';
import type { EventSubscription } from '../events/event-handler.js';
import { EventLog } from './event-log.js';
import { EventRecipients } from './event-recipients.js';
import type { EventType } from '../events/event-type.js';
import { EphemeralEvents } from './ephemeral-events.js';
import { Outbox } from './outbox.js';
import { OutboxMetrics } from './outbox-metrics.js';
import { OutboxQueueRepository } from './outbox-queue.repository.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRepository } from './outbox.repository.js';
import { OutboxRetention } from './outbox-retention.js';
import { OutboxSettlement } from './outbox-settlement.js';
import { StrayEventSweep } from './stray-event-sweep.js';

export interface OutboxOptions {
  readonly events: readonly EventType[];
  readonly handlers: readonly EventSubscription[];
}

/** Events that are written with the change they tell of, and handed to their handlers after the commit. */
@Module({})
export class OutboxModule {
  /** @throws Error where an event has no handler, or two handlers have one name */
  static forRoot({ events, handlers }: OutboxOptions): DynamicModule {
    return {
      module: OutboxModule,
      global: true,
      providers: [
        { provide: EventCatalog, useValue: new EventCatalog(events, handlers) },
        EventLog,
        EventRecipients,
        EphemeralEvents,
        Outbox,
        OutboxMetrics,
        OutboxQueueRepository,
        OutboxRelay,
        OutboxRepository,
        OutboxRetention,
        OutboxSettlement,
        StrayEventSweep,
      ],
      exports: [EventCatalog, EventLog, EphemeralEvents, Outbox, OutboxRelay, OutboxRetention],
    };
  }
}
