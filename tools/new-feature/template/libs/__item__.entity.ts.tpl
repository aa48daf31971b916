import type { TenantId } from '@mneme/platform/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A __words__ of a tenant. */
@Entity('__table__')
export class __Item__ {
  @PrimaryColumn({ name: 'tenant_id', type: 'text' })
  tenantId: TenantId;

  /** UUIDv7; clients see it as `__prefix___…`. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  text: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
