export { EventLog } from './event-log.js';
export { EphemeralEvents } from './ephemeral-events.js';
export { OutboxRelay } from './outbox-relay.js';
export { OutboxRetention } from './outbox-retention.js';
export { Outbox } from './outbox.js';
export { OutboxModule, type OutboxOptions } from './outbox.module.js';
export { outboxJobs, outboxSchema } from './outbox.schema.js';
