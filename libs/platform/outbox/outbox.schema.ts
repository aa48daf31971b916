import type { Schema } from '../database/database.js';
import { Outbox1763801300000 } from './outbox.migration.js';

/** What the outbox keeps in the database. */
export const outboxSchema: Schema = { entities: [], migrations: [Outbox1763801300000] };
