import { Field, integer, RequestBody } from '@mneme/platform/validation';
import type { KeyRotation } from '../api-keys/api-key-rotation.service.js';
import { fromUnixTime, futureUnixTime } from '../credentials/unix-time.js';
import { NamedApiKeyDto } from './named-api-key.dto.js';

const DAY_SECONDS = 86_400;
const MAX_SECONDS = 30 * DAY_SECONDS;

/** Body of POST /api-keys/rotate. */
@RequestBody('Which key to rotate', {
  keyId: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya',
  overlapSeconds: 3_600,
  tenantId: '00000000-0000-0000-0000-000000000001',
})
export class RotateApiKeyDto extends NamedApiKeyDto {
  @Field(integer(0, MAX_SECONDS), {
    description: 'Seconds for which the old key still works, but never beyond its expiry',
    required: false,
    default: DAY_SECONDS,
    example: 3_600,
  })
  readonly overlapSeconds?: number;

  @Field(futureUnixTime(), {
    description: 'When the new key expires, as in `POST /api-keys`. Default: the expiry of the old key',
    required: false,
    example: 1_893_456_000,
  })
  readonly expiresAt?: number;

  toRotation(): KeyRotation {
    const { keyId, overlapSeconds = DAY_SECONDS, expiresAt } = this;
    return { keyId, overlapSeconds, expiresAt: expiresAt === undefined ? undefined : fromUnixTime(expiresAt) };
  }
}
