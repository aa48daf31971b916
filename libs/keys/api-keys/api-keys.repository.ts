import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { ApiKey } from './api-key.entity.js';
import type { KeyHash } from '../hashing/key-hasher.js';

export interface KeyWindow {
  readonly offset: number;
  readonly limit: number;
}

/** When a key was last used; `id` is its UUID. */
export interface KeyUse {
  readonly id: string;
  readonly at: Date;
  /** Undefined: what is stored stays. */
  readonly newHash?: KeyHash | undefined;
}

/** How many keys that still work were hashed with each pepper; `''`: not recorded. */
export type KeysByPepper = Readonly<Record<string, number>>;

/** The only place with queries on API keys. */
@Injectable()
export class ApiKeysRepository {
  async insert(tx: EntityManager, key: ApiKey): Promise<void> {
    await tx.insert(ApiKey, key);
  }

  /** Lets a new key take the name of one that has expired. */
  async releaseExpiredName(tx: EntityManager, { tenantId, name, environment }: ApiKey, now: Date): Promise<void> {
    const expired = { revokedAt: IsNull(), nameReleased: false, expiresAt: LessThanOrEqual(now) };
    await tx.update(ApiKey, { tenantId, name, environment, ...expired }, { nameReleased: true });
  }

  /** Inside TenantDb.runForKey: the key of any tenant. */
  async findByKeyId(tx: EntityManager, keyId: string): Promise<ApiKey | null> {
    return tx.findOneBy(ApiKey, { keyId });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<ApiKey | null> {
    return tx.findOneBy(ApiKey, { tenantId, id });
  }

  /** Newest first. */
  async list(tx: EntityManager, tenantId: TenantId, window?: KeyWindow): Promise<ApiKey[]> {
    return tx.find(ApiKey, {
      where: { tenantId },
      order: { createdAt: 'DESC', id: 'DESC' },
      ...(window === undefined ? {} : { skip: window.offset, take: window.limit }),
    });
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(ApiKey, { tenantId });
  }

  /** Leaves a key alone that was revoked before. @returns whether this revoked it */
  async revoke(tx: EntityManager, tenantId: TenantId, id: string, at: Date): Promise<boolean> {
    const { affected } = await tx.update(ApiKey, { tenantId, id, revokedAt: IsNull() }, { revokedAt: at });
    return affected === 1;
  }

  /** All keys of the tenant that are not revoked yet. */
  async revokeAll(tx: EntityManager, tenantId: TenantId, at: Date): Promise<void> {
    await tx.update(ApiKey, { tenantId, revokedAt: IsNull() }, { revokedAt: at });
  }

  async setScopes(tx: EntityManager, tenantId: TenantId, id: string, scopes: readonly string[]): Promise<void> {
    await tx.update(ApiKey, { tenantId, id }, { scopes: [...scopes] });
  }

  /**
   * Ends a key at that moment, and lets its successor take the name at once.
   * @returns false where it is revoked or has a successor
   */
  async replace(tx: EntityManager, { tenantId, id }: ApiKey, end: Date): Promise<boolean> {
    const current = { tenantId, id, revokedAt: IsNull(), nameReleased: false };
    const { affected } = await tx.update(ApiKey, current, { expiresAt: end, nameReleased: true });
    return affected === 1;
  }

  /** Never moves a time back: replicas write theirs in any order. A revoked key stays as it is. */
  async recordUses(tx: EntityManager, tenantId: TenantId, uses: readonly KeyUse[]): Promise<void> {
    await tx.query(
      `UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, u.at),
              hash = coalesce(u.hash, k.hash), pepper_id = coalesce(u.pepper_id, k.pepper_id)
         FROM unnest($2::uuid[], $3::timestamptz[], $4::bytea[], $5::text[]) AS u(id, at, hash, pepper_id)
        WHERE k.tenant_id = $1 AND k.id = u.id`,
      [
        tenantId,
        uses.map(({ id }) => id),
        uses.map(({ at }) => at),
        uses.map(({ newHash }) => newHash?.hash ?? null),
        uses.map(({ newHash }) => newHash?.pepperId ?? null),
      ],
    );
  }

  /** Of the keys that are neither revoked nor expired. */
  async countByPepper(tx: EntityManager, tenantId: TenantId, now: Date): Promise<KeysByPepper> {
    const rows = await tx.query<{ pepper: string; keys: number }[]>(
      `SELECT coalesce(pepper_id, '') AS pepper, count(*)::int AS keys FROM api_keys
        WHERE tenant_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
        GROUP BY pepper`,
      [tenantId, now],
    );
    return Object.fromEntries(rows.map(({ pepper, keys }) => [pepper, keys]));
  }
}
