import { Injectable } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { BackgroundWork } from '@mneme/platform/jobs';
import { DeliveryQueueRepository } from '../delivery/delivery-queue.repository.js';
import { SecretCipher } from '../registration/secret-cipher.js';
import { WebhookSecrets } from '../registration/webhook-secrets.js';
import { WebhookSystemRepository, type EndpointKey } from '../scheduling/webhook-system.repository.js';
import { WebhooksRepository } from '../registration/webhooks.repository.js';

const KEPT_MS = 30 * 24 * 3_600_000;
const RETENTION_EVERY_MS = 600_000;
const RENEWAL_EVERY_MS = 60_000;
const BATCH = 500;

/** Removes deliveries that ended and are 30 days old, and seals secrets of the key before with the present one. */
@Injectable()
export class WebhookMaintenanceJob {
  constructor(
    background: BackgroundWork,
    config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly system: WebhookSystemRepository,
    private readonly queue: DeliveryQueueRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly cipher: SecretCipher,
    private readonly clock: Clock,
  ) {
    background.repeatInOne({
      name: 'webhook retention',
      pauseMs: () => RETENTION_EVERY_MS,
      work: () => this.removeOutdated(),
    });
    if (config.previousSecrets.secretsKey !== undefined) {
      background.repeatInOne({
        name: 'webhook secrets',
        pauseMs: () => RENEWAL_EVERY_MS,
        work: () => this.renewSecrets(),
      });
    }
  }

  /** @returns whether more may be waiting */
  async removeOutdated(): Promise<boolean> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    const outdated = await this.tenantDb.runSystem((tx) => this.system.outdated(tx, before, BATCH));
    const byTenant = new Map<TenantId, string[]>();
    for (const { tenantId, id } of outdated) byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), id]);
    for (const [tenant, ids] of byTenant) await this.tenantDb.run(tenant, (tx) => this.queue.remove(tx, tenant, ids));
    return outdated.length === BATCH;
  }

  /** @returns whether more may be waiting */
  async renewSecrets(): Promise<boolean> {
    const previous = this.cipher.previousKeyId;
    if (previous === undefined) return false;
    const sealed = await this.tenantDb.runSystem((tx) => this.system.sealedWith(tx, previous, BATCH));
    for (const key of sealed) await this.renew(key);
    return sealed.length === BATCH;
  }

  private async renew({ tenantId, webhookId }: EndpointKey): Promise<void> {
    await this.tenantDb.run(tenantId, async (tx) => {
      const webhook = await this.webhooks.lock(tx, tenantId, webhookId);
      if (webhook === undefined) return;
      await this.webhooks.update(tx, tenantId, { ...webhook, ...this.secrets.renewed(webhook, this.clock.now()) });
    });
  }
}
