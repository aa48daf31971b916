import { HealthDegradations, Metrics } from '@mneme/platform/observability';
import { RedisConnections } from '@mneme/platform/redis';
import { Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Counter } from 'prom-client';
import { MemoryRateLimitStore } from './memory.rate-limit-store.js';
import type { RateDemand, RateStanding, TokenBucket } from '../plans/rate-limit.js';
import { RateLimitStore } from './rate-limit.store.js';
import { RedisRateLimitStore } from './redis.rate-limit-store.js';

/** Redis is connected to again after it has owed a response this long. */
const SILENT_MS = 1_000;

/**
 * Uses the buckets in Redis while it responds, and buckets of this process while it does not: limits that apply once per
 * process are better than no service. The process keeps the last state that Redis reported, so that no bucket is full
 * again because Redis became unavailable.
 *
 * After the first request that waited in vain (50 ms) the connection is opened again. Until it is ready no other request
 * waits: without an offline queue, a command fails at once.
 */
@Injectable()
export class SharedRateLimitStore extends RateLimitStore {
  private readonly logger = new Logger('RateLimits');
  private readonly here = new MemoryRateLimitStore();
  private readonly redis: Redis | undefined;
  private readonly shared: RedisRateLimitStore | undefined;
  private readonly fallbacks: Counter;
  /** Open, but nothing comes: from the first answer that failed to the next connection. */
  private silent = false;

  constructor(connections: RedisConnections, metrics: Metrics, degradations: HealthDegradations) {
    super();
    const name = 'mneme_rate_limit_fallbacks_total';
    this.fallbacks = metrics.counter(name, 'Requests that were limited by this process alone because Redis was away');
    this.redis = connections.open('limits', { socketTimeout: SILENT_MS, autoResendUnfulfilledCommands: false });
    if (this.redis === undefined) return;
    this.shared = new RedisRateLimitStore(this.redis, (...parts) => connections.key(...parts));
    this.redis.on('ready', () => (this.silent = false));
    degradations.watch('rate limits', () => !this.reachable);
  }

  override async take(demand: RateDemand): Promise<RateStanding> {
    if (this.shared === undefined) return this.here.takeNow(demand);
    if (!this.reachable) return this.takeHere(demand);
    try {
      const standing = await this.shared.take(demand);
      this.here.remember(demand.bucket, standing.fullInMs);
      return standing;
    } catch (error) {
      this.startAnew(error);
      return this.takeHere(demand);
    }
  }

  /** How this process last knew the bucket to stand. */
  peek(bucket: TokenBucket): RateStanding {
    return this.here.peek(bucket);
  }

  /** Nothing is known of an owner any more, here and in Redis; what Redis keeps while it does not answer runs out by itself. */
  async forget(bucket: Pick<TokenBucket, 'owner'>): Promise<void> {
    this.here.forget(bucket);
    if (!this.reachable) return;
    await this.shared?.forget(bucket).catch((error: unknown) => {
      this.startAnew(error);
    });
  }

  private get reachable(): boolean {
    return this.redis?.status === 'ready' && !this.silent;
  }

  private takeHere(demand: RateDemand): RateStanding {
    this.fallbacks.inc();
    return this.here.takeNow(demand);
  }

  /** Many requests may find out together; one of them says so. */
  private startAnew(error: unknown): void {
    if (!this.reachable) return;
    this.silent = true;
    this.logger.warn(`Redis does not limit requests, this process does: ${String(error)}`);
    // Not `disconnect`, which waits for the other side to hang up.
    this.redis?.stream.destroy();
  }
}
