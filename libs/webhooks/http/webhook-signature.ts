import { createHmac } from 'node:crypto';

/** Standard Webhooks 1.0: `webhook-id`, `webhook-timestamp` and `webhook-signature`, one signature a secret. */
export function signatureHeaders(
  messageId: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signed = `${messageId}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', signingKey(secret)).update(signed).digest('base64')}`,
  );
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/**
 * `whsec_` and base64 of 24 to 64 bytes stands for those bytes; any other secret for its own UTF-8. Padding may be missing:
 * a secret that was stored before `isEncodedKey` was required goes on signing as it did.
 */
export function signingKey(secret: string): Buffer {
  return encodedKey(secret) ?? Buffer.from(secret);
}

/** Whether it is a secret as every library of Standard Webhooks reads it: several refuse base64 without its padding. */
export function isEncodedKey(secret: string): boolean {
  const key = encodedKey(secret);
  return key !== undefined && `whsec_${key.toString('base64')}` === secret;
}

function encodedKey(secret: string): Buffer | undefined {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const bytes = encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
  const isKey = bytes !== undefined && bytes.length >= 24 && bytes.length <= 64 && sameBase64(bytes, encoded ?? '');
  return isKey ? bytes : undefined;
}

/** Node reads base64 leniently; what it would read past is no base64 to others. */
function sameBase64(bytes: Buffer, text: string): boolean {
  return bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
}
