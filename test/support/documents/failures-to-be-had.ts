import { randomUUID } from 'node:crypto';
import type { RequestOptions, TestTenant } from '../service/api.js';
import type { Operation } from './example-document.js';

/** A request that the document shows. */
export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown> | undefined;
  readonly options?: RequestOptions;
}

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

/** The path with ids that nothing has. */
export function pathOfNothing(path: string, unknown: string): string {
  return path
    .replace(/(mem|wh|job|pat)_\w+/, `$1_${unknown}`)
    .replace(/by-external-id\/.*/, `by-external-id/${unknown}`);
}

export const TOO_LARGE: RequestOptions = { rawBody: JSON.stringify({ content: 'x'.repeat(1_048_577) }) };
export const FORM: RequestOptions = {
  rawBody: 'content=x',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};

/** The external id of a new memory, as a path has it. */
export async function newExternalId({ tenantId, api }: TestTenant): Promise<string> {
  const externalId = `${randomUUID()}/of my own`;
  await api.post('/api/v1/memories', { content: 'An example', type: 'semantic', tenantId, externalId });
  return encodeURIComponent(externalId);
}
