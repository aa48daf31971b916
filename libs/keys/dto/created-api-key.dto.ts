import { ApiProperty } from '@nestjs/swagger';
import type { CreatedApiKey } from '../api-keys.service.js';
import { ApiKeyDto } from './api-key.dto.js';

/** Data of POST /api-keys: the only response that ever carries the whole key. */
export class CreatedApiKeyDto extends ApiKeyDto {
  @ApiProperty({
    example: 'mneme_live_EXAMPLE0xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx000000',
    description: 'The key. It cannot be shown again',
  })
  readonly plainKey: string;

  static created({ key, plainKey }: CreatedApiKey): CreatedApiKeyDto {
    return Object.assign({}, key, { plainKey });
  }
}
