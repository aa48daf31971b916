import type { TenantId } from '@mneme/platform/ids';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Environment } from './api-key-format.js';

export type ApiKeyStatus = 'active' | 'expired' | 'revoked';

/** A tenant's API key at rest: nothing here lets anyone call. */
@Entity('api_keys')
@Index('api_keys_key_id', ['keyId'], { unique: true })
@Index('api_keys_active_name', ['tenantId', 'name', 'environment'], {
  unique: true,
  where: 'revoked_at IS NULL AND NOT name_released',
})
@Index('api_keys_created', ['tenantId', 'createdAt', 'id'])
@Check('api_keys_environment_known', `environment IN ('development', 'production')`)
@Check('api_keys_key_id_form', `key_id ~ '^[0-9A-Za-z]{8}$'`)
@Check('api_keys_hash_length', 'octet_length(hash) = 32')
@Check('api_keys_pepper_id_form', `pepper_id ~ '^[0-9a-f]{8}$'`)
export class ApiKey {
  /** UUIDv7; clients see it as `key_…`. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'api_keys_pk' })
  id: string;

  @Column({ name: 'tenant_id', type: 'text' })
  tenantId: TenantId;

  /** The public part of the key that it is looked up by. */
  @Column({ name: 'key_id', type: 'text' })
  keyId: string;

  /** HMAC-SHA256(pepper, whole key). */
  @Column({ type: 'bytea' })
  hash: Buffer;

  /** Which pepper; null: the key was made before this was recorded, and has not been used since. */
  @Column({ name: 'pepper_id', type: 'text', nullable: true })
  pepperId: string | null;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  environment: Environment;

  @Column({ type: 'text', array: true })
  scopes: string[];

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;

  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Set where a newer key took the name: of one that expired (an index cannot know what time it is), or was replaced. */
  @Column({ name: 'name_released', type: 'boolean', default: false })
  nameReleased: boolean;
}

export function statusOf(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): ApiKeyStatus {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}
