import { Mneme, type MnemeOptions } from '@mneme/client';
import type { TestTenant } from '../service/api.js';

/** A client for a tenant, with its credential. */
export function clientOf({ tenantId, api }: TestTenant, options: MnemeOptions = {}): Mneme {
  return new Mneme({ apiKey: api.token ?? '', baseUrl: api.url, tenantId, ...options });
}

/** What a call fails with. @throws Error if it does not fail */
export async function failureOf(call: PromiseLike<unknown>): Promise<any> {
  const outcome = await call.then(
    () => 'it succeeded',
    (error: unknown) => ({ error }),
  );
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome.error;
}
