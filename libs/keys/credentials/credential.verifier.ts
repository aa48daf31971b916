import type { Principal } from '@mneme/platform/auth';
import { Injectable } from '@nestjs/common';
import { SERVICE_PREFIX } from '../api-keys/api-key-format.js';
import { ApiKeyVerifier } from './api-key.verifier.js';
import { claimsToBeServiceToken } from './service-claims.js';
import { ServiceTokens } from './service-tokens.js';
import { UserTokenVerifier } from './user-token.verifier.js';

/** Tells who a bearer token speaks for: an API key, a service JWT or a user's JWT. */
@Injectable()
export class CredentialVerifier {
  constructor(
    private readonly apiKeys: ApiKeyVerifier,
    private readonly serviceTokens: ServiceTokens,
    private readonly userTokens: UserTokenVerifier,
  ) {}

  /**
   * @param lookUp false: an API key that was never accepted here is refused without looking for it
   * @param signsUp whether a user's JWT makes its tenant where that is new
   * @throws DomainError authInvalid; database or externalService if it cannot be verified
   */
  async verify(token: string, { lookUp, signsUp }: { lookUp: boolean; signsUp: boolean }): Promise<Principal> {
    if (token.startsWith(SERVICE_PREFIX)) return this.apiKeys.verify(token, lookUp);
    if (claimsToBeServiceToken(token)) return this.serviceTokens.verify(token);
    return this.userTokens.verify(token, signsUp);
  }
}
