import { createHmac } from 'node:crypto';
import { AppConfig } from '@mneme/platform';
import { Injectable } from '@nestjs/common';
import { secretsOf } from './secrets-of.js';

/**
 * HMAC-SHA256(pepper, whole key), 32 bytes. Fast on purpose: a key has 190 bits, so there is nothing to guess that a
 * slow hash would protect, and the pepper keeps a stolen table useless.
 */
@Injectable()
export class KeyHasher {
  private readonly pepper: string;

  constructor(config: AppConfig) {
    this.pepper = secretsOf(config).keyPepper;
  }

  hash(plainKey: string): Buffer {
    return createHmac('sha256', this.pepper).update(plainKey).digest();
  }
}
