import type { PlanName } from '@mneme/platform/config';
import type { TenantId } from '@mneme/platform/ids';
import { Check, Column, Entity, PrimaryColumn, type ColumnOptions } from 'typeorm';
import { planOf, type Plan } from './plans.js';

/** A number of the tenant's own; null: its plan's. The driver gives whole numbers of 64 bits as text. */
const ownNumber = (name: string): ColumnOptions => ({
  name,
  type: 'bigint',
  nullable: true,
  transformer: { to: (value: number | null) => value, from: (text: string | null) => (text === null ? null : +text) },
});

/** Who stores memories here, and on what plan. */
@Entity('tenants')
@Check('tenants_plan_known', `plan IN ('free', 'pro', 'enterprise', 'local')`)
@Check(
  'tenants_own_limits',
  `plan = 'enterprise' OR num_nonnulls(calls_per_month, requests_per_minute, burst, memories, storage_bytes) = 0`,
)
export class TenantRecord {
  @PrimaryColumn({ name: 'tenant_id', type: 'text', primaryKeyConstraintName: 'tenants_pk' })
  tenantId: TenantId;

  @Column({ type: 'text' })
  plan: PlanName;

  @Column(ownNumber('calls_per_month'))
  callsPerMonth: number | null;

  @Column(ownNumber('requests_per_minute'))
  requestsPerMinute: number | null;

  @Column(ownNumber('burst'))
  burst: number | null;

  @Column(ownNumber('memories'))
  memories: number | null;

  @Column(ownNumber('storage_bytes'))
  storageBytes: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}

/** The tenant's plan with its own numbers. */
export function planOfRecord(record: TenantRecord): Plan {
  const { plan, callsPerMonth, requestsPerMinute, burst, memories, storageBytes } = record;
  const own = Object.entries({ callsPerMonth, requestsPerMinute, burst, memories, storageBytes });
  return planOf(plan, Object.fromEntries(own.filter(([, value]) => value !== null)));
}
