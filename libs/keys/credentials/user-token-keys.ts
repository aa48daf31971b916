import { createPublicKey } from 'node:crypto';
import type { JwtConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

const JWKS_TIMEOUT_MS = 3_000;
/** Tokens with an unknown key id make us ask again, but not more often than this. */
const JWKS_COOLDOWN_MS = 30_000;
/** A key that the provider took back stops working after this time. */
const JWKS_MAX_AGE_MS = 600_000;

/** What users' tokens are checked with. */
export interface UserTokenKeys {
  /** The only algorithms that a token may name. */
  readonly algorithms: readonly string[];
  readonly keyOf: JWTVerifyGetKey;
  /** Reads them, where they are somewhere else, before the first token comes. */
  readonly load: () => Promise<void>;
}

export function userTokenKeys(config: JwtConfig, cooldownMs: number = JWKS_COOLDOWN_MS): UserTokenKeys {
  if (config.jwksUrl !== undefined) return remoteKeys(new URL(config.jwksUrl), cooldownMs);
  return staticKey(config.publicKey ?? '');
}

function remoteKeys(url: URL, cooldownDuration: number): UserTokenKeys {
  const options = { timeoutDuration: JWKS_TIMEOUT_MS, cooldownDuration, cacheMaxAge: JWKS_MAX_AGE_MS };
  const jwks = createRemoteJWKSet(url, options);
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await jwks(header, token);
    } catch (error) {
      // The set was read and has no such key: the token's fault. Anything else is the provider's.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      throw DomainError.externalService('the identity provider cannot be reached', error);
    }
  };
  return { algorithms: ['RS256', 'ES256'], keyOf, load: () => jwks.reload() };
}

/** One key, and with it one algorithm: a token cannot choose another. The configuration takes RSA and P-256 alone. */
function staticKey(pem: string): UserTokenKeys {
  const key = createPublicKey(pem);
  const algorithms = [key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'];
  return { algorithms, keyOf: () => key, load: () => Promise.resolve() };
}
