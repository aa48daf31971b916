import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { UsageMetrics } from '../calls/usage-metrics.service.js';

const amount = (description: string, example: number): ApiPropertyOptions => ({
  type: 'integer',
  minimum: 0,
  description,
  example,
});

class CallUsageDto {
  @ApiProperty(amount('Charged calls of this UTC day', 120))
  readonly today: number;

  @ApiProperty(amount('Charged calls of this UTC month', 4_200))
  readonly thisMonth: number;

  @ApiProperty(amount('Calls a month that the plan allows', 100_000))
  readonly limit: number;
}

class MemoryUsageDto {
  @ApiProperty(amount('Stored memories', 975))
  readonly count: number;

  @ApiProperty(amount('Memories that the plan allows', 1_000_000))
  readonly limit: number;
}

class StorageUsageDto {
  @ApiProperty(amount('Bytes of content, tags and metadata', 183_500))
  readonly used: number;

  @ApiProperty(amount('Bytes that the plan allows', 10_737_418_240))
  readonly limit: number;
}

/** How much a tenant uses of what its plan allows. */
export class UsageMetricsDto {
  @ApiProperty({ description: 'API calls' })
  readonly apiCalls: CallUsageDto;

  @ApiProperty({ description: 'Memories' })
  readonly memories: MemoryUsageDto;

  @ApiProperty({ description: 'Storage' })
  readonly storage: StorageUsageDto;

  static from({ callsToday, callsThisMonth, stored, plan }: UsageMetrics): UsageMetricsDto {
    return {
      apiCalls: { today: callsToday, thisMonth: callsThisMonth, limit: plan.callsPerMonth },
      memories: { count: stored.memories, limit: plan.memories },
      storage: { used: stored.bytes, limit: plan.storageBytes },
    };
  }
}
