import type { CreatedApiKey } from './created-api-key.js';
import type { ApiKeyDto } from '../dto/api-key.dto.js';

/** A new key, and the one it takes over from. */
export interface RotatedApiKey extends CreatedApiKey {
  readonly previous: ApiKeyDto;
}
