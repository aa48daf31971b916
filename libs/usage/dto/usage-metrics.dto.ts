import { ApiProperty } from '@nestjs/swagger';
import type { UsageMetrics } from '../calls/usage-metrics.service.js';

class ApiCallsDto {
  @ApiProperty({ example: 120, description: 'Charged calls of this UTC day' })
  readonly today: number;

  @ApiProperty({ example: 4_200, description: 'Charged calls of this UTC month' })
  readonly thisMonth: number;

  @ApiProperty({ example: 100_000, description: "The plan's calls a month" })
  readonly limit: number;
}

class MemoryCountDto {
  @ApiProperty({ example: 975 })
  readonly count: number;

  @ApiProperty({ example: 1_000_000 })
  readonly limit: number;
}

class StorageDto {
  @ApiProperty({ example: 183_500, description: 'Bytes of content, tags and metadata' })
  readonly used: number;

  @ApiProperty({ example: 10_737_418_240, description: 'Bytes' })
  readonly limit: number;
}

/** How much a tenant uses of what its plan allows. */
export class UsageMetricsDto {
  @ApiProperty()
  readonly apiCalls: ApiCallsDto;

  @ApiProperty()
  readonly memories: MemoryCountDto;

  @ApiProperty()
  readonly storage: StorageDto;

  static from({ callsToday, callsThisMonth, stored, plan }: UsageMetrics): UsageMetricsDto {
    return {
      apiCalls: { today: callsToday, thisMonth: callsThisMonth, limit: plan.callsPerMonth },
      memories: { count: stored.memories, limit: plan.memories },
      storage: { used: stored.bytes, limit: plan.storageBytes },
    };
  }
}
