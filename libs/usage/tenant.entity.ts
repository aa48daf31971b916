import type { PlanName, TenantId } from '@mneme/platform';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Who stores memories here, and on what plan. */
@Entity('tenants')
@Check('tenants_plan_known', `plan IN ('free', 'pro', 'enterprise')`)
export class TenantRecord {
  @PrimaryColumn({ name: 'tenant_id', type: 'text', primaryKeyConstraintName: 'tenants_pk' })
  tenantId: TenantId;

  @Column({ type: 'text' })
  plan: PlanName;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
