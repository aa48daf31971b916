import { createHash } from 'node:crypto';
import type { Principal } from '@mneme/platform/auth';
import { AppConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';
import { TENANT_ID_PATTERN, tenantId } from '@mneme/platform/ids';
import { TenantsService } from '@mneme/usage';
import { Injectable } from '@nestjs/common';
import { jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { ScopeRegistry } from '../api-keys/scope-registry.js';
import { userTokenKeys, type UserTokenKeys } from './user-token-keys.js';

const LEEWAY_SECONDS = 5;
const REMEMBERED_TOKENS = 10_000;
/** A key that the provider withdraws is noticed so much later at most. */
const REMEMBERED_MS = 60_000;
/** The last moment that a Date can hold. */
const LAST_MS = 8.64e15;

interface VerifiedClaims {
  readonly claims: JWTPayload;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** Checks the tokens of the identity provider. A user has every scope in the tenant that the subject names. */
@Injectable()
export class UserTokenVerifier {
  /** Undefined: users' tokens are not accepted here. */
  private readonly keys: UserTokenKeys | undefined;
  /** Claims by the hash of their token: checking an RSA signature again takes longer than finding a memory. */
  private readonly verified = new LRUCache<string, VerifiedClaims>({ max: REMEMBERED_TOKENS });

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
    const name = createHash('sha256').update(token).digest('base64');
    const known = this.verified.get(name);
    if (known !== undefined && Date.now() < known.until) return known.claims;
    try {
      const { payload } = await jwtVerify(token, this.keys.keyOf, {
        algorithms: [...this.keys.algorithms],
        issuer: jwt.issuer,
        ...(jwt.audience === undefined ? {} : { audience: jwt.audience }),
        requiredClaims: ['sub', 'exp'],
        clockTolerance: LEEWAY_SECONDS,
      });
      const until = Math.min(((payload.exp ?? 0) + LEEWAY_SECONDS) * 1_000, Date.now() + REMEMBERED_MS);
      this.verified.set(name, { claims: payload, until });
      return payload;
    } catch (error) {
      throw error instanceof DomainError ? error : DomainError.authInvalid(error);
    }
  }
}
