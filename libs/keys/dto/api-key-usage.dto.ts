import { formatId } from '@mneme/platform/ids';
import { ApiProperty } from '@nestjs/swagger';
import type { ApiKeyUsage } from '../api-keys/api-key-usage.service.js';

class CallTotalsDto {
  @ApiProperty({ example: 1_200 })
  readonly requests: number;

  @ApiProperty({ example: 3, description: 'Those of them that were answered with a status of 400 or more' })
  readonly errors: number;
}

class DailyCallsDto extends CallTotalsDto {
  @ApiProperty({ example: '2026-11-21', format: 'date', description: 'UTC day' })
  readonly date: string;
}

/** How much a key was used. */
export class ApiKeyUsageDto {
  @ApiProperty({ example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly keyId: string;

  @ApiProperty({ example: 30 })
  readonly days: number;

  @ApiProperty()
  readonly totals: CallTotalsDto;

  @ApiProperty({ type: [DailyCallsDto], description: 'One for each UTC day, oldest first, today the last' })
  readonly daily: DailyCallsDto[];

  @ApiProperty({
    oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' as 'string' }],
    description: 'Up to a minute late. Null: not yet',
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
