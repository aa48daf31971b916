import { Answer } from '@mneme/platform/answers';
import { ApiProperty } from '@nestjs/swagger';
import type { CreatedApiKey } from '../api-keys/api-key.types.js';
import { ApiKeyDto } from './api-key.dto.js';

/** Data of POST /api-keys: the only response that ever carries the whole key. */
export class CreatedApiKeyDto extends ApiKeyDto {
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'mneme_live_EXAMPLE0xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx000000',
    description:
      'The key itself. Only this response contains it. `null` if the request repeats an earlier one by its Idempotency-Key',
  })
  readonly plainKey: string | null;

  static created({ key, plainKey }: CreatedApiKey): CreatedApiKeyDto {
    return Object.assign({}, key, { plainKey });
  }

  /** What a repeated request is answered: the plain key is stored nowhere. */
  static repeated({ key }: CreatedApiKey): Answer<CreatedApiKeyDto> {
    const message =
      'plainKey was shown in the first answer to this Idempotency-Key only; where that answer was lost, revoke this key and create another';
    return new Answer(Object.assign({}, key, { plainKey: null }), {
      warnings: [{ code: 'PLAIN_KEY_SHOWN_ONCE', message }],
    });
  }
}
