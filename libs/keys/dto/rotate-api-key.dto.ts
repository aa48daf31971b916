import { Field, integer } from '@mneme/platform/validation';
import type { KeyRotation } from '../api-keys/api-key-rotation.service.js';
import { fromUnixTime, futureUnixTime } from '../credentials/unix-time.js';
import { NamedApiKeyDto } from './named-api-key.dto.js';

const DAY_SECONDS = 86_400;
const MAX_SECONDS = 30 * DAY_SECONDS;

/** Body of POST /api-keys/rotate. */
export class RotateApiKeyDto extends NamedApiKeyDto {
  @Field(integer(0, MAX_SECONDS), {
    description: 'How long the replaced key still works beside the new one; never past its own end',
    required: false,
    default: DAY_SECONDS,
  })
  readonly overlapSeconds?: number;

  @Field(futureUnixTime(), {
    description: 'End of the new key, as on creation. Left out: the end that the replaced key had',
    required: false,
    example: 1_893_456_000,
  })
  readonly expiresAt?: number;

  toRotation(): KeyRotation {
    const { keyId, overlapSeconds = DAY_SECONDS, expiresAt } = this;
    return { keyId, overlapSeconds, expiresAt: expiresAt === undefined ? undefined : fromUnixTime(expiresAt) };
  }
}
