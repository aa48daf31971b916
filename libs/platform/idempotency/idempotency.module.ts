import { Global, Module } from '@nestjs/common';
import { IdempotencySweepJob } from './idempotency-sweep.job.js';
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
