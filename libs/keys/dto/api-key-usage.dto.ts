import { formatId, idSchema } from '@mneme/platform/ids';
import { ApiProperty } from '@nestjs/swagger';
import type { ApiKeyUsage } from '../api-keys/api-key-usage.service.js';

class CallTotalsDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1_200, description: 'Number of requests' })
  readonly requests: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 3, description: 'Those with a status of 400 or more' })
  readonly errors: number;
}

class DailyCallsDto extends CallTotalsDto {
  @ApiProperty({ example: '2026-11-21', format: 'date', description: 'UTC day' })
  readonly date: string;
}

/** How much a key was used. */
export class ApiKeyUsageDto {
  @ApiProperty({ ...idSchema('key'), example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Identifier of the key' })
  readonly keyId: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 30, description: 'Number of UTC days, including today' })
  readonly days: number;

  @ApiProperty({ description: 'The sum of these days' })
  readonly totals: CallTotalsDto;

  @ApiProperty({ type: [DailyCallsDto], description: 'One entry for each UTC day, oldest first' })
  readonly daily: DailyCallsDto[];

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the key was last used, up to a minute late. `null`: not yet',
  })
  readonly lastUsedAt: string | null;

  static from({ key, daily }: ApiKeyUsage): ApiKeyUsageDto {
    const sum = (of: (calls: CallTotalsDto) => number): number => daily.reduce((total, day) => total + of(day), 0);
    return {
      keyId: formatId('key', key.id),
      days: daily.length,
      totals: { requests: sum(({ requests }) => requests), errors: sum(({ errors }) => errors) },
      daily: daily.map(({ day, requests, errors }) => ({ date: day, requests, errors })),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    };
  }
}
