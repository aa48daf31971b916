import type { ApiKeyDto } from '../dto/api-key.dto.js';
import type { Environment } from './api-key-format.js';

/** What a key is made from. */
export interface NewApiKey {
  /** 1 to 255 code points; unique among the tenant's active keys of the environment. */
  readonly name: string;
  /** Default: production. */
  readonly environment?: Environment | undefined;
  /** Default: read:memories and write:memories, as far as the creator has them. */
  readonly scopes?: readonly string[] | undefined;
  /** Default: never. */
  readonly expiresAt?: Date | undefined;
}

/** A key that has just been made. */
export interface CreatedApiKey {
  readonly key: ApiKeyDto;
  /** The only time that the whole key is known. */
  readonly plainKey: string;
}

/** A new key, and the one it takes over from. */
export interface RotatedApiKey extends CreatedApiKey {
  readonly previous: ApiKeyDto;
}
