export { Idempotency } from './idempotency.js';
export { IdempotencyModule, idempotencySchema } from './idempotency.module.js';
export type { IdempotentRequest } from './idempotent-request.js';
export { IdempotencyKey, Idempotent } from './idempotent.decorator.js';
