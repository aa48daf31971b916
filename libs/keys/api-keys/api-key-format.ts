import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const ENVIRONMENTS = ['development', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What every key of this service starts with; no JWT does. */
export const SERVICE_PREFIX = 'mneme_';

/** A key in parts: `mneme_<dev|live>_` + key id (8) + secret (32) + checksum (6), in base62. */
export interface ApiKeyText {
  /** The whole key. */
  readonly plainKey: string;
  /** Public, unique over all tenants: what the key is looked up by. */
  readonly keyId: string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
const ID_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** 384 bits for 238: what the remainder favours is 2^-146, and no draw is ever thrown away. */
const RANDOM_BYTES = 48;
const FORM = /^mneme_(?:dev|live)_([0-9A-Za-z]{8})[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/;
const MARKERS: Readonly<Record<Environment, string>> = { development: 'dev', production: 'live' };

/** A new key with about 190 bits of secret. */
export function newApiKey(environment: Environment): ApiKeyText {
  const random = base62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), ID_LENGTH + SECRET_LENGTH);
  const keyId = random.slice(0, ID_LENGTH);
  const body = keyPrefix(environment, keyId) + random.slice(ID_LENGTH);
  return { plainKey: body + checksum(body), keyId };
}

/** Undefined where the form or the checksum is wrong: a mistyped or made-up key costs no look-up. */
export function parseApiKey(text: string): ApiKeyText | undefined {
  const keyId = FORM.exec(text)?.[1];
  if (keyId === undefined) return undefined;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === text.slice(-CHECKSUM_LENGTH) ? { plainKey: text, keyId } : undefined;
}

/** The part of a key that may be shown. */
export function keyPrefix(environment: Environment, keyId: string): string {
  return `${SERVICE_PREFIX}${MARKERS[environment]}_${keyId}`;
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

/** The lowest digits of a number, highest first. */
function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= BASE) {
    digits = (ALPHABET[Number(rest % BASE)] ?? '') + digits;
  }
  return digits;
}
