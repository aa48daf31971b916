import type { Principal } from '@mneme/platform/auth';
import { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { tenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { ApiKeyVerifier } from './api-key.verifier.js';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { secretsOf } from '../hashing/secrets-of.js';
import { isServiceClaims, SERVICE_TOKEN, type ServiceClaims } from './service-claims.js';

const LIFETIME_SECONDS = 3_600;

/** A service JWT and when it ends. */
export interface ServiceToken {
  readonly token: string;
  readonly expiresAt: Date;
  readonly tenantId: string;
}

/** Exchanges credentials for short-lived service JWTs, and checks these. */
@Injectable()
export class ServiceTokens {
  private readonly secret: string;
  /** Those that a token may be signed with: the present one first. */
  private readonly accepted: readonly string[];

  constructor(
    config: AppConfig,
    private readonly jwt: JwtService,
    private readonly tenantDb: TenantDb,
    private readonly keys: ApiKeysRepository,
    private readonly apiKeys: ApiKeyVerifier,
  ) {
    this.secret = secretsOf(config).serviceJwtKey;
    const previous = config.previousSecrets.serviceJwtKey;
    this.accepted = previous === undefined ? [this.secret] : [this.secret, previous];
  }

  /**
   * Same tenant, same scopes, an hour at most, and never past the end of the caller's own credential.
   * @throws DomainError authInvalid where that has ended by now
   */
  async exchange(caller: Principal): Promise<ServiceToken> {
    const now = Math.floor(Date.now() / 1_000);
    const ownEnd = Math.floor((caller.expiresAt?.getTime() ?? Infinity) / 1_000);
    const exp = Math.min(now + LIFETIME_SECONDS, ownEnd);
    if (exp <= now) throw DomainError.authInvalid();
    const key = caller.keyId === undefined ? {} : { key: await this.publicKeyId(caller, caller.keyId) };
    const claims: ServiceClaims = { sub: caller.tenantId, scope: [...caller.scopes].join(' '), exp, ...key };
    const token = await this.jwt.signAsync(claims, {
      secret: this.secret,
      algorithm: SERVICE_TOKEN.algorithm,
      header: { alg: SERVICE_TOKEN.algorithm, typ: SERVICE_TOKEN.type },
      issuer: SERVICE_TOKEN.issuer,
      audience: SERVICE_TOKEN.audience,
    });
    return { token, expiresAt: new Date(exp * 1_000), tenantId: caller.tenantId };
  }

  /** A token that was made from a key dies with it. @throws DomainError authInvalid */
  async verify(token: string): Promise<Principal> {
    const claims = await this.claimsOf(token);
    const key = claims.key === undefined ? undefined : await this.apiKeys.stillUsable(claims.key);
    if (key !== undefined && key.tenantId !== claims.sub) throw DomainError.authInvalid();
    return {
      tenantId: tenantId(claims.sub),
      scopes: new Set(claims.scope.split(' ')),
      kind: 'service',
      keyId: key?.id,
      expiresAt: new Date(claims.exp * 1_000),
    };
  }

  private async claimsOf(token: string): Promise<ServiceClaims> {
    const { algorithm, issuer, audience } = SERVICE_TOKEN;
    let refusal: unknown;
    for (const secret of this.accepted) {
      try {
        const options = { secret, algorithms: [algorithm], issuer, audience };
        const claims = await this.jwt.verifyAsync<object>(token, options);
        if (isServiceClaims(claims)) return claims;
      } catch (error) {
        refusal ??= error;
      }
    }
    throw DomainError.authInvalid(refusal);
  }

  /** The caller's key by the name that look-ups know it by; a key that is gone by now hands nothing on. */
  private async publicKeyId({ tenantId: tenant }: Principal, id: string): Promise<string> {
    const key = await this.tenantDb.run(tenant, (tx) => this.keys.find(tx, tenant, id));
    if (key?.revokedAt !== null) throw DomainError.authInvalid();
    return key.keyId;
  }
}
