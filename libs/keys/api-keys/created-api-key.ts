import type { ApiKeyDto } from '../dto/api-key.dto.js';

/** A key that has just been made. */
export interface CreatedApiKey {
  readonly key: ApiKeyDto;
  /** The only time that the whole key is known. */
  readonly plainKey: string;
}
