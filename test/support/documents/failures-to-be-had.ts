import type { Operation } from './example-document.js';

/** Documented for every route, and not to be had at will; others use up a plan (quotas.e2e.ts) or a rate. */
const OUTAGES = new Set([
  'SERVICE_UNAVAILABLE',
  'INSUFFICIENT_QUOTA',
  'RATE_LIMIT_EXCEEDED',
  'DATABASE_ERROR',
  'INTERNAL_ERROR',
  'EXTERNAL_SERVICE_ERROR',
]);
/** Any scope will do there, so that none is ever missing. */
const NEVER = new Set(['GET /auth/clerk-token INSUFFICIENT_SCOPE']);

/** Whether a test can bring about a failure that the document names. */
export function isToBeHad({ name, parameters }: Operation, code: string): boolean {
  if (OUTAGES.has(code) || NEVER.has(`${name} ${code}`)) return false;
  // Of the others only while the tenant is being erased (tenant-erasure.e2e.ts).
  return code !== 'DUPLICATE_RESOURCE' || parameters.some((parameter) => parameter.name === 'Idempotency-Key');
}
