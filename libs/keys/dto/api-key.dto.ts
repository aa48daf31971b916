import { formatId } from '@mneme/platform/ids';
import { rateLimitOf, type Plan } from '@mneme/usage';
import { ApiProperty } from '@nestjs/swagger';
import { ENVIRONMENTS, keyPrefix, type Environment } from '../api-keys/api-key-format.js';
import { statusOf, type ApiKey, type ApiKeyStatus } from '../api-keys/api-key.entity.js';
import { RateLimitDto } from './rate-limit.dto.js';

/** In OpenAPI 3.1 null is a type of its own, which the decorator's types do not know yet. */
const MaybeMoment = (description: string): PropertyDecorator =>
  ApiProperty({ oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' as 'string' }], description });

/** A key as clients see it, without anything that lets one call. */
export class ApiKeyDto {
  @ApiProperty({ example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ example: 'assistant on the web site' })
  readonly name: string;

  @ApiProperty({ example: 'mneme_live_4fT0kQ2x', description: 'How the key starts' })
  readonly keyPrefix: string;

  @ApiProperty({ enum: ENVIRONMENTS })
  readonly environment: Environment;

  @ApiProperty({ type: [String], example: ['read:memories', 'write:memories'] })
  readonly scopes: string[];

  @ApiProperty()
  readonly rateLimit: RateLimitDto;

  @ApiProperty({ enum: ['active', 'expired', 'revoked'] })
  readonly status: ApiKeyStatus;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @MaybeMoment('Null: never')
  readonly expiresAt: string | null;

  @MaybeMoment('Up to a minute late. Null: not yet')
  readonly lastUsedAt: string | null;

  @MaybeMoment('Null: not revoked')
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
