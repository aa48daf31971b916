export { EventCatalog } from './event-catalog.js';
export { EventHandler, type EventSubscription } from './event-handler.js';
export { eventType, type EventContent, type EventType, type ShownEvent } from './event-type.js';
export type { EventHeader, StoredEvent } from './stored-event.js';
