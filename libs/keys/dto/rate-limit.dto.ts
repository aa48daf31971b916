import type { RateLimit } from '@mneme/usage';
import { ApiProperty } from '@nestjs/swagger';

/** How often a key may call; it follows the tenant's plan. */
export class RateLimitDto implements RateLimit {
  @ApiProperty({ type: 'integer', example: 10, description: 'Requests a minute' })
  readonly requestsPerMinute: number;

  @ApiProperty({ type: 'integer', example: 600, description: 'Requests an hour' })
  readonly requestsPerHour: number;

  @ApiProperty({ type: 'integer', example: 1_000, description: 'Requests a day' })
  readonly requestsPerDay: number;
}
