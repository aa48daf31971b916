import { statedMoment } from '@mneme/platform/clock';
import { DomainError } from '@mneme/platform/errors';

/** How long a memory lives, as a request says it. Null: for ever. */
interface Lifetime {
  readonly expiresAt?: string | number | null | undefined;
  readonly ttlSeconds?: number | null | undefined;
}

const SECOND_MS = 1_000;

/** What the OpenAPI document says of a body with both: there is none. */
export const ONE_LIFETIME = { not: { required: ['expiresAt', 'ttlSeconds'] } };

/**
 * The instant from which the memory is gone; null: it stays, undefined: nothing is said.
 * @throws DomainError validation where it is said twice
 */
export function expiryOf({ expiresAt, ttlSeconds }: Lifetime): Date | null | undefined {
  if (expiresAt !== undefined && ttlSeconds !== undefined) {
    throw DomainError.validation('ttlSeconds cannot be given beside expiresAt, which says the same', 'ttlSeconds');
  }
  if (expiresAt === null || ttlSeconds === null) return null;
  if (ttlSeconds !== undefined) return new Date(Date.now() + ttlSeconds * SECOND_MS);
  const moment = statedMoment(expiresAt);
  return moment === undefined ? undefined : new Date(moment.at);
}
