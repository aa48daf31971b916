export { EventCatalog } from './event-catalog.js';
export { EventHandler, type EventSubscription } from './event-handler.js';
export { eventType, type EventContent, type EventType } from './event-type.js';
export type { EventHeader, StoredEvent } from './stored-event.js';
