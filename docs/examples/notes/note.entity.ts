import type { TenantId } from '@mneme/platform/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A remark on a memory. */
@Entity('notes')
export class Note {
  @PrimaryColumn({ name: 'tenant_id', type: 'text' })
  tenantId: TenantId;

  /** UUIDv7; clients see it as `note_…`. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'memory_id', type: 'uuid' })
  memoryId: string;

  @Column({ type: 'text' })
  text: string;

  @Column({ name: 'remind_at', type: 'timestamptz', precision: 3, nullable: true })
  remindAt: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
