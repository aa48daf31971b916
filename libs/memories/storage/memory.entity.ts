import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';
import type { MemoryType } from './memory-types.js';

/** A short text of one tenant, with what is known about it. */
@Entity('memories')
export class Memory {
  @PrimaryColumn({ name: 'tenant_id', type: 'text' })
  tenantId: TenantId;

  /** UUIDv7; clients see it as `mem_…`. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  content: string;

  @Column({ type: 'text' })
  type: MemoryType;

  /** In [0, 1]. */
  @Column({ type: 'double precision' })
  importance: number;

  /** In Unicode NFC, distinct, in the order in which they were given. */
  @Column({ type: 'text', array: true })
  tags: string[];

  /** `json`, not `jsonb`: a client gets back the very order of keys that it sent. */
  @Column({ type: 'json' })
  metadata: Record<string, unknown>;

  /** The importer's own name for the record, unique in the tenant; makes an import idempotent. */
  @Column({ name: 'external_id', type: 'text', nullable: true })
  externalId: string | null;

  /** UTF-8 bytes of content, tags and metadata JSON: what storage quotas count. */
  @Column({ type: 'integer' })
  bytes: number;

  /** Grows by one with each change; the ETag, and what keeps a late index entry from winning. */
  @Column({ type: 'integer' })
  version: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** `metadata.occurredAt`; null where it says nothing, and `createdAt` is when it happened. */
  @Column({ name: 'occurred_at', type: 'timestamptz', precision: 3, nullable: true })
  occurredAt: Date | null;

  /** From then on no read shows it; null: never. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt: Date | null;

  /** Who wrote this version, as `authorOf` has it; null for commands and jobs. */
  @Column({ name: 'written_by', type: 'text', nullable: true })
  writtenBy: string | null;

  /** `metadata.sessionId`, or else the day that a line of a log begins with; kept by the database. */
  @Column({ name: 'session_id', type: 'text', nullable: true, insert: false, update: false })
  readonly sessionId?: string | null;

  /** `metadata.speaker`, or else the name that a line of a log begins with; kept by the database. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  readonly speaker?: string | null;

  /** What of its metadata it can be found by; kept by the database, see `attributesOf`. */
  @Column({ type: 'text', array: true, nullable: true, insert: false, update: false })
  readonly attributes?: string[] | null;
}
