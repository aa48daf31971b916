import type { DynamicModule, Type } from '@nestjs/common';
import type { Schema } from '../migrations/schema.js';
import type { JobSubscription } from '../jobs/job-type.js';
import type { EventSubscription } from '../events/event-handler.js';
import type { EventType } from '../events/event-type.js';

/** What a feature brings: it is added to an application by one entry in its list of features. */
export interface Feature {
  readonly module: Type | DynamicModule;
  readonly schema: Schema;
  /** Scopes that its routes require and that API keys can have. */
  readonly scopes: readonly string[];
  /** Events that it writes. Each needs a handler in the application, or it does not start. */
  readonly events?: readonly EventType[];
  /** Handlers of its own and other features' events; an event may have many. */
  readonly eventHandlers?: readonly EventSubscription[];
  /** Jobs that it queues, each with its one handler. */
  readonly jobs?: readonly JobSubscription[];
}
