import type { EventContent } from './event-type.js';

/** Identifies an event; enough to decide who is notified. */
export interface EventHeader {
  /** UUIDv7; consumers see it as `evt_…`. */
  readonly id: string;
  readonly name: string;
  /** W3C traceparent of what made it; null where that was not traced. */
  readonly traceparent: string | null;
}

/** An event as it was written with the change. It never changes. */
export interface StoredEvent extends EventHeader, EventContent {
  /** The request that made the change. */
  readonly requestId: string;
  readonly createdAt: Date;
}
