import type { TenantId } from '@mneme/platform/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event on its way to one endpoint. Jobs see it of every tenant: it holds identifiers, times and states only. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn({ name: 'tenant_id', type: 'text' })
  tenantId: TenantId;

  /** UUIDv7; clients see it as `dlv_…`. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'webhook_id', type: 'uuid' })
  webhookId: string;

  /** Clients see it as `evt_…`, the `webhook-id` of every attempt. */
  @Column({ name: 'event_id', type: 'uuid' })
  eventId: string;

  /** Name of the event. */
  @Column({ type: 'text' })
  event: string;

  @Column({ type: 'text' })
  status: DeliveryStatus;

  /** Attempts so far. */
  @Column({ type: 'smallint' })
  attempts: number;

  /** Attempts so far by the retry schedule; a redelivery is always its last. */
  @Column({ type: 'smallint' })
  step: number;

  /** Null where no attempt is to come. */
  @Column({ name: 'next_attempt_at', type: 'timestamptz', precision: 3, nullable: true })
  nextAttemptAt: Date | null;

  /** Of the last attempt. */
  @Column({ name: 'status_code', type: 'smallint', nullable: true })
  statusCode: number | null;

  @Column({ type: 'text', nullable: true })
  error: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
