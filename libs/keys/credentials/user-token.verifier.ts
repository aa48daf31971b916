import type { Principal } from '@mneme/platform/auth';
import { AppConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';
import { TENANT_ID_PATTERN, tenantId } from '@mneme/platform/ids';
import { TenantsService } from '@mneme/usage';
import { Injectable } from '@nestjs/common';
import { jwtVerify, type JWTPayload } from 'jose';
import { ScopeRegistry } from '../api-keys/scope-registry.js';
import { userTokenKeys, type UserTokenKeys } from './user-token-keys.js';

const LEEWAY_SECONDS = 5;
/** The last moment that a Date can hold. */
const LAST_MS = 8.64e15;

/** Checks the tokens of the identity provider. A user has every scope in the tenant that the subject names. */
@Injectable()
export class UserTokenVerifier {
  /** Undefined: users' tokens are not accepted here. */
  private readonly keys: UserTokenKeys | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly scopes: ScopeRegistry,
    private readonly tenants: TenantsService,
  ) {
    this.keys = config.jwt === undefined ? undefined : userTokenKeys(config.jwt);
  }

  /** Reads the provider's keys, where there is one, before the first token comes. Rejects where it does not answer. */
  async loadKeys(): Promise<void> {
    await this.keys?.load();
  }

  /**
   * @param signsUp whether a tenant that is new comes into being
   * @throws DomainError authInvalid; externalService where the provider's keys cannot be had
   */
  async verify(token: string, signsUp = true): Promise<Principal> {
    const { sub, exp = 0 } = await this.claimsOf(token);
    // The subject has not been validated yet: it may be anything but a string.
    if (typeof sub !== 'string' || !TENANT_ID_PATTERN.test(sub)) throw DomainError.authInvalid();
    const tenant = tenantId(sub);
    if (signsUp) await this.tenants.ensure(tenant);
    const expiresAt = new Date(Math.min(exp * 1_000, LAST_MS));
    return { tenantId: tenant, scopes: this.scopes.all, kind: 'user', keyId: undefined, expiresAt };
  }

  private async claimsOf(token: string): Promise<JWTPayload> {
    const { jwt } = this.config;
    if (jwt === undefined || this.keys === undefined) throw DomainError.authInvalid();
    try {
      const { payload } = await jwtVerify(token, this.keys.keyOf, {
        algorithms: [...this.keys.algorithms],
        issuer: jwt.issuer,
        ...(jwt.audience === undefined ? {} : { audience: jwt.audience }),
        requiredClaims: ['sub', 'exp'],
        clockTolerance: LEEWAY_SECONDS,
      });
      return payload;
    } catch (error) {
      throw error instanceof DomainError ? error : DomainError.authInvalid(error);
    }
  }
}
