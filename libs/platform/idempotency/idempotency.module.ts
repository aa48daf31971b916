import { Global, Module } from '@nestjs/common';
import type { Schema } from '../migrations/schema.js';
import { IdempotencySweepJob } from './idempotency-sweep.job.js';
import { Idempotency1763812000000 } from './idempotency.migration.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { Idempotency } from './idempotency.js';
import { InFlightRequests } from './in-flight-requests.js';

/** Offers Idempotency everywhere. */
@Global()
@Module({
  providers: [Idempotency, IdempotencyRepository, IdempotencySweepJob, InFlightRequests],
  exports: [Idempotency, InFlightRequests],
})
export class IdempotencyModule {}

/** What it keeps in the database. */
export const idempotencySchema: Schema = {
  feature: 'platform',
  entities: [],
  migrations: [{ expands: Idempotency1763812000000 }],
};
