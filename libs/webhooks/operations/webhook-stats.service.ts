import { Injectable } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import { SecretCipher } from '../registration/secret-cipher.js';
import { WebhookSystemRepository, type WebhookTotals } from '../scheduling/webhook-system.repository.js';

/** How delivery fares, for those who run the service. */
export interface WebhookHealth extends Pick<WebhookTotals, 'waiting' | 'oldestSeconds' | 'disabled'> {
  /** Secrets that SECRETS_KEY_PREVIOUS still has to open. */
  readonly previousKey: number;
  /** Secrets that no configured key opens. */
  readonly lostKey: number;
}

/** Over all tenants, without anything that one of them stored. */
@Injectable()
export class WebhookStatsService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly system: WebhookSystemRepository,
    private readonly cipher: SecretCipher,
    private readonly clock: Clock,
  ) {}

  async state(): Promise<WebhookHealth> {
    const totals = await this.tenantDb.runSystem((tx) => this.system.totals(tx, this.clock.now()));
    const { waiting, oldestSeconds, disabled, secrets } = totals;
    const { keyId, previousKeyId = '' } = this.cipher;
    const all = Object.values(secrets).reduce((sum, webhooks) => sum + webhooks, 0);
    const previousKey = secrets[previousKeyId] ?? 0;
    return { waiting, oldestSeconds, disabled, previousKey, lostKey: all - previousKey - (secrets[keyId] ?? 0) };
  }
}
