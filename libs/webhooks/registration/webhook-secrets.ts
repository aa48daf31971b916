import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { RegisteredWebhook } from './webhook.types.js';
import { SecretCipher } from './secret-cipher.js';

type SecretFields = Pick<
  RegisteredWebhook,
  'secret' | 'secretKeyId' | 'previousSecret' | 'previousSecretKeyId' | 'previousSecretUntil'
>;

const OVERLAP_MS = 24 * 3_600_000;
const NO_PREVIOUS = { previousSecret: null, previousSecretKeyId: null, previousSecretUntil: null };

/** The secrets of a webhook: the present one, and for a day after a rotation the one before. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly cipher: SecretCipher) {}

  /** Replaces what there was. */
  only(tenant: TenantId, webhookId: string, secret: string): SecretFields {
    const { sealed, keyId } = this.cipher.seal(tenant, webhookId, secret);
    return { secret: sealed, secretKeyId: keyId, ...NO_PREVIOUS };
  }

  /** The one so far signs for another 24 hours beside the new one. */
  rotated(webhook: RegisteredWebhook, secret: string, now: Date): SecretFields {
    return {
      ...this.only(webhook.tenantId, webhook.id, secret),
      previousSecret: webhook.secret,
      previousSecretKeyId: webhook.secretKeyId,
      previousSecretUntil: new Date(now.getTime() + OVERLAP_MS),
    };
  }

  /** The same secrets sealed with the present key; a previous one that no longer signs is forgotten. */
  renewed(webhook: RegisteredWebhook, now: Date): SecretFields {
    const { tenantId, id, previousSecretUntil } = webhook;
    const [secret = '', previous] = this.signing(webhook, now);
    const present = this.only(tenantId, id, secret);
    if (previous === undefined) return present;
    const { sealed, keyId } = this.cipher.seal(tenantId, id, previous);
    return { ...present, previousSecret: sealed, previousSecretKeyId: keyId, previousSecretUntil };
  }

  /** What signs now, the present secret first. @throws Error where a key is missing */
  signing(webhook: SecretFields & Pick<RegisteredWebhook, 'tenantId' | 'id'>, now: Date): string[] {
    const { tenantId, id, previousSecret, previousSecretKeyId, previousSecretUntil } = webhook;
    const present = this.cipher.open(tenantId, id, { sealed: webhook.secret, keyId: webhook.secretKeyId });
    const over = previousSecretUntil === null || previousSecretUntil <= now;
    if (over || previousSecret === null || previousSecretKeyId === null) return [present];
    return [present, this.cipher.open(tenantId, id, { sealed: previousSecret, keyId: previousSecretKeyId })];
  }
}
