import type { RateLimit } from '@mneme/usage';
import { ApiProperty } from '@nestjs/swagger';

/** How often a key may call; it follows the tenant's plan. */
export class RateLimitDto implements RateLimit {
  @ApiProperty({ example: 10 })
  readonly requestsPerMinute: number;

  @ApiProperty({ example: 600 })
  readonly requestsPerHour: number;

  @ApiProperty({ example: 1_000 })
  readonly requestsPerDay: number;
}
