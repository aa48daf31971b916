import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import { parseId, type TenantId } from '@mneme/platform/ids';
import { TenantsService } from '@mneme/usage';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { statusOf, type ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';
import { ApiKeyDto } from '../dto/api-key.dto.js';
import { RotatedApiKeyDto } from '../dto/rotated-api-key.dto.js';
import { KeyRevocations } from './key-revocations.js';
import { KeyScopes } from './key-scopes.js';
import type { RotatedApiKey } from './api-key.types.js';

/** How a key is to be replaced. */
export interface KeyRotation {
  readonly keyId: string;
  /** For which both keys work. */
  readonly overlapSeconds: number;
  /** Of the new key; undefined: that of the replaced one. */
  readonly expiresAt?: Date | undefined;
}

/** Replaces a key by one with the same name, environment and scopes, while the old one still works for a time. */
@Injectable()
export class ApiKeyRotationService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly keys: ApiKeysRepository,
    private readonly creation: ApiKeysService,
    private readonly revocations: KeyRevocations,
    private readonly scopes: KeyScopes,
    private readonly tenants: TenantsService,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * The end of the old key reaches the other processes within 1 s (10 s without Redis).
   * @param grantable the scopes that the caller has: the new key gets none that they lack
   * @param once of a request that may be repeated
   * @throws DomainError notFound, validation (the key no longer works), insufficientScope, duplicate (it is replaced already)
   */
  async rotate(
    tenantId: TenantId,
    rotation: KeyRotation,
    grantable?: ReadonlySet<string>,
    once?: IdempotentRequest,
  ): Promise<RotatedApiKey> {
    const id = parseId('key', rotation.keyId);
    if (id === undefined) throw DomainError.notFound('API key');
    const { publicId, ...rotated } = await this.tenantDb.run(tenantId, (tx) =>
      this.idempotency.once(
        tx,
        once,
        () => this.replace(tx, tenantId, id, rotation, grantable),
        ({ publicId: _, ...answered }) => RotatedApiKeyDto.repeatedRotation(answered),
      ),
    );
    await this.revocations.announce(publicId);
    return rotated;
  }

  private async replace(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    { overlapSeconds, expiresAt }: KeyRotation,
    grantable?: ReadonlySet<string>,
  ): Promise<RotatedApiKey & { readonly publicId: string }> {
    const old = await this.keys.find(tx, tenantId, id);
    if (old === null) throw DomainError.notFound('API key');
    const now = new Date();
    const status = statusOf(old, now);
    if (status !== 'active') throw DomainError.validation(`the key is ${status}: create a new one`, 'keyId');
    const scopes = this.scopes.granted(old.scopes, grantable);
    const end = endOf(old, now, overlapSeconds);
    if (!(await this.keys.replace(tx, old, end))) throw DomainError.duplicate('the key has been replaced already');
    const { name, environment } = old;
    const next = { name, environment, scopes, expiresAt: expiresAt ?? old.expiresAt ?? undefined };
    const created = await this.creation.add(tx, tenantId, next);
    const previous = ApiKeyDto.from(Object.assign(old, { expiresAt: end }), await this.tenants.planOf(tx, tenantId));
    return { ...created, previous, publicId: old.keyId };
  }
}

function endOf({ expiresAt }: ApiKey, now: Date, overlapSeconds: number): Date {
  const end = new Date(now.getTime() + overlapSeconds * 1_000);
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}
