import { type FieldType, listOf, named, oneOf, text } from '@mneme/platform/validation';
import { isEncodedKey } from '../http/webhook-signature.js';
import { DELIVERY_STATUSES } from '../delivery/webhook-delivery.entity.js';
import { WEBHOOK_STATUSES } from '../registration/webhook-state.entity.js';

/** The fields of a webhook, as every request that carries them checks them. Which events there are the service knows. */
export const webhookName = text(1, 255);
export const webhookUrl = httpUrl();
/** The document lists those of the application. */
export const eventName = named('EventName', 'An event that a webhook can receive', text(1, 64));
export const webhookEvents = listOf(eventName, 1, 50);
export const webhookSecret = signingSecret();
export const webhookStatus = named('WebhookStatus', 'Whether events are sent', oneOf(WEBHOOK_STATUSES));
export const deliveryStatus = named('DeliveryStatus', 'What happened to a delivery so far', oneOf(DELIVERY_STATUSES));

/** An address. Whether it is allowed WebhookUrlValidator knows. */
function httpUrl(): FieldType {
  const any = text(1, 2_048);
  return { ...any, schema: { ...any.schema, format: 'uri', pattern: '^https?://' } };
}

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
