import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppConfig } from '@mneme/platform/config';
import { Injectable } from '@nestjs/common';
import { secretsOf } from './secrets-of.js';

/** What is stored of a key instead of the key, and which pepper it needs. */
export interface KeyHash {
  readonly hash: Buffer;
  /** The first 8 hexadecimal digits of the pepper's SHA-256; null: not recorded. */
  readonly pepperId: string | null;
}

/**
 * HMAC-SHA256(pepper, whole key), 32 bytes. Fast on purpose: a key has 190 bits, so there is nothing to guess that a
 * slow hash would protect, and the pepper keeps a stolen table useless.
 */
@Injectable()
export class KeyHasher {
  /** Of KEY_PEPPER, which everything new is hashed with. */
  readonly pepperId: string;
  /** Of KEY_PEPPER_PREVIOUS. */
  readonly previousPepperId: string | undefined;
  private readonly pepper: string;
  private readonly previousPepper: string | undefined;

  constructor(config: AppConfig) {
    this.pepper = secretsOf(config).keyPepper;
    this.previousPepper = config.previousSecrets.keyPepper;
    this.pepperId = idOf(this.pepper);
    this.previousPepperId = this.previousPepper === undefined ? undefined : idOf(this.previousPepper);
  }

  hash(plainKey: string): KeyHash & { readonly pepperId: string } {
    return { hash: hashWith(this.pepper, plainKey), pepperId: this.pepperId };
  }

  /**
   * Compares in constant time, with both peppers where there are two.
   * @returns the hash to be stored from now on, which is the stored one unless the pepper has changed; undefined: it is another key
   */
  verify(plainKey: string, stored: KeyHash): KeyHash | undefined {
    const current = this.hash(plainKey);
    if (timingSafeEqual(stored.hash, current.hash)) return current;
    if (this.previousPepper === undefined) return undefined;
    return timingSafeEqual(stored.hash, hashWith(this.previousPepper, plainKey)) ? current : undefined;
  }
}

function hashWith(pepper: string, plainKey: string): Buffer {
  return createHmac('sha256', pepper).update(plainKey).digest();
}

function idOf(pepper: string): string {
  return createHash('sha256').update(pepper).digest('hex').slice(0, 8);
}
