import type { TenantId } from '@mneme/platform/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const WEBHOOK_STATUSES = ['active', 'inactive'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** How an endpoint fares, and which process works on it. Jobs see it of every tenant. */
@Entity('webhook_states')
export class WebhookState {
  @PrimaryColumn({ name: 'tenant_id', type: 'text' })
  tenantId: TenantId;

  @PrimaryColumn({ name: 'webhook_id', type: 'uuid' })
  webhookId: string;

  @Column({ type: 'text' })
  status: WebhookStatus;

  /** Why the service made it inactive; null where it did not. */
  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason: string | null;

  /** Failed attempts since the last that succeeded. */
  @Column({ name: 'consecutive_failures', type: 'integer' })
  consecutiveFailures: number;

  @Column({ name: 'failing_since', type: 'timestamptz', precision: 3, nullable: true })
  failingSince: Date | null;

  @Column({ name: 'last_failure_at', type: 'timestamptz', precision: 3, nullable: true })
  lastFailureAt: Date | null;

  /** The last attempt, successful or not. */
  @Column({ name: 'last_delivery_at', type: 'timestamptz', precision: 3, nullable: true })
  lastDeliveryAt: Date | null;

  /** Which key the secret was sealed with. */
  @Column({ name: 'secret_key_id', type: 'text' })
  secretKeyId: string;

  @Column({ name: 'previous_secret_key_id', type: 'text', nullable: true })
  previousSecretKeyId: string | null;

  /** The process that delivers to it now. */
  @Column({ name: 'lane_owner', type: 'uuid', nullable: true })
  leaseOwner: string | null;

  /** From then on another process may. */
  @Column({ name: 'lane_until', type: 'timestamptz', precision: 3, nullable: true })
  leaseUntil: Date | null;
}
