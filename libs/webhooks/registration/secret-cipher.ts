import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import type { TenantId } from '@mneme/platform/ids';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret at rest: nonce, ciphertext and tag, and which key they need. */
export interface SealedSecret {
  readonly sealed: Buffer;
  /** The first 8 hexadecimal digits of the key's SHA-256. */
  readonly keyId: string;
}

/** Encrypts webhook secrets (AES-256-GCM), bound to their tenant and webhook, so that none can be put in another's place. */
@Injectable()
export class SecretCipher {
  /** Of the key that everything new is written with. */
  readonly keyId: string;
  /** Of SECRETS_KEY_PREVIOUS, where it is another key. */
  readonly previousKeyId: string | undefined;
  private readonly keys: ReadonlyMap<string, Buffer>;

  /** @throws Error where the application was put together without its secrets, which is a mistake of ours */
  constructor(config: AppConfig) {
    const { secretsKey } = config.secrets;
    if (secretsKey === undefined) throw new Error('SECRETS_KEY must be known before webhooks are used');
    const keys = [secretsKey, config.previousSecrets.secretsKey].filter((key) => key !== undefined);
    const entries = keys.map((key) => Buffer.from(key, 'base64')).map((key) => [keyIdOf(key), key] as const);
    this.keys = new Map(entries);
    this.keyId = keyIdOf(Buffer.from(secretsKey, 'base64'));
    this.previousKeyId = [...this.keys.keys()].find((id) => id !== this.keyId);
  }

  seal(tenant: TenantId, webhookId: string, secret: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key(this.keyId), nonce).setAAD(boundTo(tenant, webhookId));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return { sealed, keyId: this.keyId };
  }

  /** @throws Error where the key is not known or the secret is another webhook's */
  open(tenant: TenantId, webhookId: string, { sealed, keyId }: SealedSecret): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(-TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.key(keyId), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(tenant, webhookId)).setAuthTag(tag);
    return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  private key(keyId: string): Buffer {
    const key = this.keys.get(keyId);
    if (key === undefined) {
      throw new Error(`a webhook secret needs the key ${keyId}: set SECRETS_KEY_PREVIOUS to the key before`);
    }
    return key;
  }
}

function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

function boundTo(tenant: TenantId, webhookId: string): Buffer {
  return Buffer.from(`${tenant}/${webhookId}`);
}
