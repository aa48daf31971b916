import { WebhookVerificationError } from './errors.js';
import type { WebhookEvent } from './generated/types.gen.js';

/** Headers of a request: those of `fetch`, of Node.js, or a plain object. Case does not matter. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** How far `webhook-timestamp` can be from now. Default 300. */
  readonly toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;
const encoder = new TextEncoder();

/**
 * Verifies a request to your endpoint, and returns its event.
 * @param rawBody the bytes as they arrived, before any JSON parser
 * @param secret of the webhook
 * @throws WebhookVerificationError if the request is not signed with the secret, is not recent, or is no event
 */
export async function unwrapWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: HeaderSource,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw refused('a webhook-id, webhook-timestamp or webhook-signature is missing');
  if (!isRecent(timestamp, toleranceSeconds)) {
    throw refused(`the timestamp is not within ${toleranceSeconds} s of now`);
  }
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signatures, secret))) throw refused('no signature matches the secret');
  return eventIn(body);
}

function refused(message: string): WebhookVerificationError {
  return new WebhookVerificationError(message);
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return encoder.encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(joined(body as Uint8Array));
  throw new TypeError('rawBody must be the text or the bytes of the request, not what a JSON parser made of it');
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A header that occurs once. */
function header(headers: HeaderSource, name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined;
  const found = Object.entries(headers as Record<string, string | readonly string[] | undefined>)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  return found.length === 1 ? found[0] : undefined;
}

function isRecent(timestamp: string, toleranceSeconds: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds;
}

/** Whether one of the signatures is right; WebCrypto compares in constant time. */
async function isSigned(data: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', signingKey(secret), algorithm, false, ['verify']);
  for (const entry of signatures.split(' ')) {
    const signature = entry.startsWith('v1,') ? decoded(entry.slice(3)) : undefined;
    if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, data))) return true;
  }
  return false;
}

/** After `whsec_`, the bytes that the base64 stands for; any other secret is its own bytes. */
function signingKey(secret: string): Uint8Array<ArrayBuffer> {
  if (secret === '') throw new TypeError('the secret is empty');
  const key = secret.startsWith('whsec_') ? decoded(secret.slice('whsec_'.length)) : undefined;
  const isKey = key !== undefined && key.length >= MIN_KEY_BYTES && key.length <= MAX_KEY_BYTES;
  return isKey ? key : encoder.encode(secret);
}

/** Canonical base64 with padding; undefined for anything else. */
function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Partial<WebhookEvent> | null;
    if (typeof event?.event === 'string' && typeof event.data === 'object') return event as WebhookEvent;
  } catch {
    // Signed, but not by the service's rules.
  }
  throw refused('the body is not an event');
}
