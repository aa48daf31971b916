import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { tokenBucket, type RateDemand, type RateStanding } from '../plans/rate-limit.js';

type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Keeps buckets and windows. Exact under concurrency: of requests that come together just as many are let through as
 * there are tokens. A refused request takes nothing. One contract suite holds for every adapter.
 */
@Injectable()
export abstract class RateLimitStore implements ThrottlerStorage {
  /** Takes from bucket and windows in one step. */
  abstract take(demand: RateDemand): Promise<RateStanding>;

  /** What @nestjs/throttler asks of a storage: a bucket of `limit` that fills in `ttl` milliseconds. */
  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    const { allowed, remaining, fullInMs, retryAfterMs } = await this.take({
      bucket: tokenBucket(key, limit, (limit / ttl) * 60_000),
    });
    return {
      totalHits: limit - remaining,
      timeToExpire: Math.ceil(fullInMs / 1_000),
      isBlocked: !allowed,
      timeToBlockExpire: Math.ceil(retryAfterMs / 1_000),
    };
  }
}
