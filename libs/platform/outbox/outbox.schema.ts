import type { Schema } from '../migrations/schema.js';
import type { JobSubscription } from '../jobs/job-type.js';
import { Outbox1763801300000 } from './outbox.migration.js';
import { OutboxHandlers1764200030000 } from './outbox-handlers.migration.js';
import { OutboxTraces1763891210000 } from './outbox-traces.migration.js';
import { OutboxRelay } from './outbox-relay.js';
import { RelayOutbox } from './relay-outbox.job.js';

/** What the outbox keeps in the database. */
export const outboxSchema: Schema = {
  feature: 'platform',
  entities: [],
  migrations: [
    { expands: Outbox1763801300000 },
    { expands: OutboxTraces1763891210000 },
    { expands: OutboxHandlers1764200030000 },
  ],
};

/** Jobs that the outbox queues. */
export const outboxJobs: readonly JobSubscription[] = [{ job: RelayOutbox, handler: OutboxRelay }];
