import { Answer } from '@mneme/platform/answers';
import { ApiProperty } from '@nestjs/swagger';
import type { RotatedApiKey } from '../api-keys/api-key.types.js';
import { ApiKeyDto } from './api-key.dto.js';
import { CreatedApiKeyDto } from './created-api-key.dto.js';

/** Data of POST /api-keys/rotate: the new key, whole this once, and what became of the one before. */
export class RotatedApiKeyDto extends CreatedApiKeyDto {
  /** The replaced key: it works until its expiresAt. */
  @ApiProperty({ description: 'The old key, with its new expiry' })
  readonly previous: ApiKeyDto;

  static rotated({ previous, ...created }: RotatedApiKey): RotatedApiKeyDto {
    return Object.assign({}, CreatedApiKeyDto.created(created), { previous });
  }

  /** What a repeated request is answered: the plain key is stored nowhere. */
  static repeatedRotation({ previous, ...created }: RotatedApiKey): Answer<RotatedApiKeyDto> {
    const { data, parts } = CreatedApiKeyDto.repeated(created);
    return new Answer(Object.assign({}, data, { previous }), parts);
  }
}
