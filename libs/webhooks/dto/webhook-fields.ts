import { listOf, oneOf, text, type FieldType } from '@mneme/platform/validation';
import { isEncodedKey } from '../http/webhook-signature.js';
import { WEBHOOK_STATUSES } from '../registration/webhook-state.entity.js';

/** The fields of a webhook, as every request that carries them checks them. Which events there are the service knows. */
export const webhookName = text(1, 255);
export const webhookUrl = text(1, 2_048);
export const webhookEvents = listOf(text(1, 64), 1, 50);
export const webhookSecret = signingSecret();
export const webhookStatus = oneOf(WEBHOOK_STATUSES);

/**
 * Any text, but where it begins as the secrets of Standard Webhooks do it has to be one. Otherwise it would sign with its
 * text, while every library takes it for an encoded key and refuses the signature or the secret.
 */
function signingSecret(): FieldType {
  const any = text(8, 256);
  return {
    schema: any.schema,
    faults: (value, path) => {
      const isKey = typeof value === 'string' && /^\s*whsec_/i.test(value);
      if (!isKey || isEncodedKey(value)) return any.faults(value, path);
      return [
        `${path} must be whsec_ and standard base64, with its padding, of 24 to 64 bytes, or not begin with whsec_`,
      ];
    },
  };
}
