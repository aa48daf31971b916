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
