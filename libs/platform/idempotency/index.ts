export { Idempotency } from './idempotency.js';
export { IdempotencyModule } from './idempotency.module.js';
export { idempotencySchema } from './idempotency.schema.js';
export type { IdempotentRequest } from './idempotent-request.js';
export { IdempotencyKey, Idempotent } from './idempotent.decorator.js';
