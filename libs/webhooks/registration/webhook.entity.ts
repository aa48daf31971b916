import type { TenantId } from '@mneme/platform/ids';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An endpoint that a tenant registered. How it fares is its WebhookState. */
@Entity('webhooks')
@Index('webhooks_fingerprint', ['tenantId', 'fingerprint'], { unique: true })
export class Webhook {
  @PrimaryColumn({ name: 'tenant_id', type: 'text' })
  tenantId: TenantId;

  /** UUIDv7; clients see it as `wh_…`. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  url: string;

  /** SHA-256 of url and name, which together are unique and longer than an index entry can be. */
  @Column({ type: 'bytea' })
  fingerprint: Buffer;

  /** Distinct. */
  @Column({ type: 'text', array: true })
  events: string[];

  /** Sealed: see SecretCipher. */
  @Column({ type: 'bytea' })
  secret: Buffer;

  /** Signs as well, until the time beside it. */
  @Column({ name: 'previous_secret', type: 'bytea', nullable: true })
  previousSecret: Buffer | null;

  @Column({ name: 'previous_secret_until', type: 'timestamptz', precision: 3, nullable: true })
  previousSecretUntil: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
