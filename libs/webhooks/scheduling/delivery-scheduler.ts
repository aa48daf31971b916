import { Injectable } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { JobQueue } from '@mneme/platform/jobs';
import type { EntityManager } from 'typeorm';
import { DeliverWebhook } from './deliver-webhook.job.js';
import type { EndpointKey } from './webhook-system.repository.js';

/** What lies further ahead the sweep finds. */
const SOON_MS = 30_000;

/** Has somebody look at endpoints with something to do. */
@Injectable()
export class DeliveryScheduler {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** As soon as the transaction is committed. */
  afterCommit(tx: EntityManager, tenantId: TenantId, webhookIds: readonly string[]): void {
    this.tenantDb.afterCommit(tx, () => {
      for (const webhookId of webhookIds) this.jobs.add(DeliverWebhook, { tenantId, webhookId });
    });
  }

  /** At these times, as far as they are close. */
  at(key: EndpointKey, times: readonly Date[]): void {
    const now = this.clock.now().getTime();
    for (const at of new Set(times.map((time) => time.getTime()))) {
      if (at - now <= SOON_MS) this.jobs.add(DeliverWebhook, { ...key, at }, Math.max(0, at - now));
    }
  }
}
