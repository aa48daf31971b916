import { TENANT_ID_PATTERN } from '@mneme/platform/ids';
import { decodeProtectedHeader } from 'jose';

/** What tells a service JWT from every other token; the verifier pins all of it. */
export const SERVICE_TOKEN = {
  algorithm: 'HS256',
  type: 'mneme-service+jwt',
  issuer: 'mneme',
  audience: 'mneme-service',
} as const;

/** The payload beside issuer, audience and time of issue. */
export interface ServiceClaims {
  readonly sub: string;
  /** Scopes, parted by spaces (RFC 8693). */
  readonly scope: string;
  readonly exp: number;
  /** Public id of the API key that the token was made from. */
  readonly key?: string;
}

export function isServiceClaims(value: object): value is ServiceClaims {
  const { sub, scope, exp, key } = value as Partial<Record<keyof ServiceClaims, unknown>>;
  const tenant = typeof sub === 'string' && TENANT_ID_PATTERN.test(sub);
  return (
    tenant && typeof scope === 'string' && typeof exp === 'number' && (key === undefined || typeof key === 'string')
  );
}

/** Which verifier a token is meant for; nothing is believed yet. */
export function claimsToBeServiceToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === SERVICE_TOKEN.type;
  } catch {
    return false;
  }
}
