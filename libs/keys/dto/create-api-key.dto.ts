import { Field, listOf, RequestBody, TENANT, tenantIdField, text } from '@mneme/platform/validation';
import type { Environment } from '../api-keys/api-key-format.js';
import type { NewApiKey } from '../api-keys/api-key.types.js';
import { environment, scope } from './api-key-fields.js';
import { fromUnixTime, futureUnixTime } from '../credentials/unix-time.js';

/** Body of POST /api-keys. */
@RequestBody('The key', {
  name: 'assistant on the web site',
  environment: 'development',
  scopes: ['read:memories', 'write:memories'],
  tenantId: '00000000-0000-0000-0000-000000000001',
})
export class CreateApiKeyDto {
  @Field(text(1, 255), {
    description: 'What the key is for. Active keys of an environment have different names',
    example: 'assistant on the web site',
  })
  readonly name: string;

  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;

  @Field(environment, {
    description: 'What the key is used for',
    required: false,
    default: 'production',
    example: 'development',
  })
  readonly environment?: Environment;

  @Field(listOf(scope, 1, 50), {
    description:
      'What the key can do. Only scopes that the creator has. Default: `read:memories` and `write:memories`, if the creator has them',
    required: false,
    example: ['read:memories', 'write:memories'],
  })
  readonly scopes?: string[];

  @Field(futureUnixTime(), {
    description:
      'When the key expires, as a Unix time in seconds, or in milliseconds from 100000000000 on. Default: never',
    required: false,
    example: 1_893_456_000,
  })
  readonly expiresAt?: number;

  toNewApiKey(): NewApiKey {
    const { name, environment, scopes, expiresAt } = this;
    return { name, environment, scopes, expiresAt: expiresAt === undefined ? undefined : fromUnixTime(expiresAt) };
  }
}
