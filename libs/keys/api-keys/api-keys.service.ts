import { isUniqueViolation, TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import { newUuid, parseId, type TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import { TenantsService } from '@mneme/usage';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newApiKey, type ApiKeyText } from './api-key-format.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeyCreated, ApiKeyRevoked } from './api-key.events.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeyDto } from '../dto/api-key.dto.js';
import type { CreatedApiKey, NewApiKey } from './api-key.types.js';
import { CreatedApiKeyDto } from '../dto/created-api-key.dto.js';
import { KeyHasher } from '../hashing/key-hasher.js';
import { KeyRevocations } from './key-revocations.js';
import { KeyScopes } from './key-scopes.js';

export interface ApiKeyPage {
  readonly keys: ApiKeyDto[];
  readonly total: number;
}

/** The rules of API keys. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly keys: ApiKeysRepository,
    private readonly hasher: KeyHasher,
    private readonly revocations: KeyRevocations,
    private readonly scopes: KeyScopes,
    private readonly tenants: TenantsService,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param grantable the scopes that the creator has and may hand on; every scope where it is left out
   * @param once of a request that may be repeated
   * @throws DomainError validation, insufficientScope, duplicate (an active key has this name and environment)
   */
  async create(
    tenantId: TenantId,
    input: NewApiKey,
    grantable?: ReadonlySet<string>,
    once?: IdempotentRequest,
  ): Promise<CreatedApiKey> {
    const scopes = this.scopes.granted(input.scopes, grantable);
    await this.tenants.ensure(tenantId);
    const store = (tx: EntityManager): Promise<CreatedApiKey> => this.add(tx, tenantId, { ...input, scopes });
    return this.tenantDb.run(tenantId, (tx) =>
      this.idempotency.once(tx, once, store, (created) => CreatedApiKeyDto.repeated(created)),
    );
  }

  /**
   * Makes a key with scopes that its creator may hand on, and its event.
   * @param id UUID; samples have the same in every installation
   * @throws DomainError validation, duplicate (an active key has this name and environment)
   */
  async add(
    tx: EntityManager,
    tenantId: TenantId,
    input: NewApiKey & { scopes: string[] },
    id: string = newUuid(),
  ): Promise<CreatedApiKey> {
    const text = newApiKey(input.environment ?? 'production');
    const key: ApiKey = { id, ...this.keyOf(tenantId, input, text) };
    await this.insert(tx, key);
    const described = await this.describe(tx, tenantId, key);
    await this.outbox.add(tx, tenantId, ApiKeyCreated, [described]);
    return { key: described, plainKey: text.plainKey };
  }

  /** Every key of the tenant, newest first. */
  async list(tenantId: TenantId): Promise<ApiKeyDto[]> {
    return this.tenantDb.run(tenantId, async (tx) =>
      this.describeAll(tx, tenantId, await this.keys.list(tx, tenantId)),
    );
  }

  /** One page of them; `page` counts from 1. */
  async page(tenantId: TenantId, page: number, limit: number): Promise<ApiKeyPage> {
    return this.tenantDb.run(tenantId, async (tx) => {
      const keys = await this.keys.list(tx, tenantId, { offset: (page - 1) * limit, limit });
      return { keys: await this.describeAll(tx, tenantId, keys), total: await this.keys.count(tx, tenantId) };
    });
  }

  /** Every scope of this application. */
  get everyScope(): readonly string[] {
    return this.scopes.every;
  }

  /** Gives a key every scope of this application, and takes away those that it no longer has. */
  async grantAll(tenantId: TenantId, keyId: string): Promise<void> {
    const id = parseId('key', keyId);
    if (id === undefined) throw DomainError.notFound('API key');
    await this.tenantDb.run(tenantId, (tx) => this.keys.setScopes(tx, tenantId, id, this.everyScope));
  }

  /** Ends a key for good, in this process at once, in the others within 1 s (10 s without Redis). @throws DomainError notFound for every id that is none of the tenant's */
  async revoke(tenantId: TenantId, keyId: string): Promise<ApiKeyDto> {
    const id = parseId('key', keyId);
    if (id === undefined) throw DomainError.notFound('API key');
    const { key, described } = await this.tenantDb.run(tenantId, async (tx) => {
      const changed = await this.keys.revoke(tx, tenantId, id, new Date());
      const revoked = await this.keys.find(tx, tenantId, id);
      if (revoked === null) throw DomainError.notFound('API key');
      const described = await this.describe(tx, tenantId, revoked);
      if (changed) await this.outbox.add(tx, tenantId, ApiKeyRevoked, [described]);
      return { key: revoked, described };
    });
    await this.revocations.announce(key.keyId);
    return described;
  }

  private keyOf(tenantId: TenantId, input: NewApiKey & { scopes: string[] }, text: ApiKeyText): Omit<ApiKey, 'id'> {
    const createdAt = new Date();
    const { name, scopes, environment = 'production', expiresAt = null } = input;
    if (expiresAt !== null && expiresAt <= createdAt) {
      throw DomainError.validation('expiresAt must be in the future', 'expiresAt');
    }
    const neverYet = { revokedAt: null, lastUsedAt: null, nameReleased: false };
    const secret = { keyId: text.keyId, ...this.hasher.hash(text.plainKey) };
    return { tenantId, name, environment, scopes, expiresAt, createdAt, ...secret, ...neverYet };
  }

  private async insert(tx: EntityManager, key: ApiKey): Promise<void> {
    await this.keys.releaseExpiredName(tx, key, key.createdAt);
    try {
      await this.keys.insert(tx, key);
    } catch (error) {
      if (!isUniqueViolation(error, 'api_keys_active_name')) throw error;
      throw DomainError.duplicate(`an active ${key.environment} key has this name`);
    }
  }

  private async describe(tx: EntityManager, tenantId: TenantId, key: ApiKey): Promise<ApiKeyDto> {
    return ApiKeyDto.from(key, await this.tenants.planOf(tx, tenantId));
  }

  private async describeAll(tx: EntityManager, tenantId: TenantId, keys: readonly ApiKey[]): Promise<ApiKeyDto[]> {
    const plan = await this.tenants.planOf(tx, tenantId);
    return keys.map((key) => ApiKeyDto.from(key, plan));
  }
}
