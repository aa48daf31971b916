import { formatId, idSchema } from '@mneme/platform/ids';
import { rateLimitOf, type Plan } from '@mneme/usage';
import { ApiProperty } from '@nestjs/swagger';
import { keyPrefix, type Environment } from '../api-keys/api-key-format.js';
import { statusOf, type ApiKey, type ApiKeyStatus } from '../api-keys/api-key.entity.js';
import { environment, keyStatus, scope } from './api-key-fields.js';
import { RateLimitDto } from './rate-limit.dto.js';

/** A key as clients see it, without anything that lets one call. */
export class ApiKeyDto {
  @ApiProperty({ ...idSchema('key'), example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Identifier' })
  readonly id: string;

  @ApiProperty({ example: 'assistant on the web site', description: 'What the key is for' })
  readonly name: string;

  @ApiProperty({ example: 'mneme_live_4fT0kQ2x', description: 'How the key starts' })
  readonly keyPrefix: string;

  @ApiProperty({ ...environment.schema, example: 'production', description: 'What the key is used for' })
  readonly environment: Environment;

  @ApiProperty({
    type: 'array',
    items: scope.schema,
    example: ['read:memories', 'write:memories'],
    description: 'What the key can do',
  })
  readonly scopes: string[];

  @ApiProperty({ description: 'How often the key can be used' })
  readonly rateLimit: RateLimitDto;

  @ApiProperty({ ...keyStatus.schema, example: 'active', description: 'Whether the key works' })
  readonly status: ApiKeyStatus;

  @ApiProperty({ format: 'date-time', description: 'When it was created' })
  readonly createdAt: string;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'When it expires. `null`: never' })
  readonly expiresAt: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it was last used, up to a minute late. `null`: not yet',
  })
  readonly lastUsedAt: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it was revoked. `null`: not revoked',
  })
  readonly revokedAt: string | null;

  static from(key: ApiKey, plan: Plan): ApiKeyDto {
    const { id, keyId, name, environment, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
    return {
      id: formatId('key', id),
      name,
      keyPrefix: keyPrefix(environment, keyId),
      environment,
      scopes,
      rateLimit: rateLimitOf(plan),
      status: statusOf(key, new Date()),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
    };
  }
}
