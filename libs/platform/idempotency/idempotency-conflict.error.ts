import type { IdempotentRequest } from './idempotent-request.js';

/** Another request with the same key is at work or has just committed: the interceptor finds out which. */
export class IdempotencyConflictError extends Error {
  constructor(readonly request: IdempotentRequest) {
    super('the Idempotency-Key is taken');
    this.name = 'IdempotencyConflictError';
  }
}
