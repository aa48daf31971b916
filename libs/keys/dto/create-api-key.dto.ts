import { Field, listOf, oneOf, tenantIdField, text } from '@mneme/platform/validation';
import { ENVIRONMENTS, type Environment } from '../api-keys/api-key-format.js';
import type { NewApiKey } from '../api-keys/api-key.types.js';
import { fromUnixTime, futureUnixTime } from '../credentials/unix-time.js';

/** Body of POST /api-keys. */
export class CreateApiKeyDto {
  @Field(text(1, 255), {
    description: 'What the key is for; one active key a name and environment',
    example: 'assistant on the web site',
  })
  readonly name: string;

  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;

  @Field(oneOf(ENVIRONMENTS), {
    description: 'Shown in the key as dev or live',
    required: false,
    default: 'production',
  })
  readonly environment?: Environment;

  @Field(listOf(text(1, 64), 1, 50), {
    description:
      'What the key may do; none that the creator may not do itself. Left out: read:memories and write:memories, as far as the creator has them',
    required: false,
    example: ['read:memories', 'write:memories'],
  })
  readonly scopes?: string[];

  @Field(futureUnixTime(), {
    description:
      'Unix time from which the key no longer works, in seconds, or in milliseconds from 100000000000 on. Left out: never',
    required: false,
    example: 1_893_456_000,
  })
  readonly expiresAt?: number;

  toNewApiKey(): NewApiKey {
    const { name, environment, scopes, expiresAt } = this;
    return { name, environment, scopes, expiresAt: expiresAt === undefined ? undefined : fromUnixTime(expiresAt) };
  }
}
