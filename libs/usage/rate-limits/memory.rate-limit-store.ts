import { LRUCache } from 'lru-cache';
import { RateLimitStore } from './rate-limit.store.js';
import {
  ADDRESS,
  type KeyWindow,
  type KeyWindows,
  type RateDemand,
  type RateStanding,
  type TokenBucket,
} from '../plans/rate-limit.js';

/** About 200 bytes each. The one unused longest goes first, and begins again with a full bucket. */
const ENTRIES = 50_000;
const HOUR_MICROS = 3_600_000_000;
const DAY_MICROS = 24 * HOUR_MICROS;

/** Counts of the hour and the day, by their numbers since 1970. */
interface Counts {
  readonly hour: number;
  readonly inHour: number;
  readonly day: number;
  readonly inDay: number;
}

/**
 * Buckets of this process, in bounded memory. A bucket is one number: when it will be full (GCRA), so that nothing has
 * to refill it. The script of RedisRateLimitStore does the same sums.
 */
export class MemoryRateLimitStore extends RateLimitStore {
  /** When a bucket is full, in microseconds of `now`. Addresses apart, so that made-up ones push no tenant out. */
  private readonly addresses = new LRUCache<string, number>({ max: ENTRIES });
  private readonly tenants = new LRUCache<string, number>({ max: ENTRIES });
  private readonly counts = new LRUCache<string, Counts>({ max: ENTRIES });

  /** @param now Unix time in microseconds, a whole number that never goes back and knows nothing of clocks that are set */
  constructor(private readonly now: () => number = monotonicMicros) {
    super();
  }

  override async take(demand: RateDemand): Promise<RateStanding> {
    return this.takeNow(demand);
  }

  takeNow({ bucket, windows }: RateDemand): RateStanding {
    const now = this.now();
    const fullAt = this.fullAtOf(bucket, now);
    const bucketWait = fullAt + bucket.intervalMicros - now - span(bucket);
    const counts = windows === undefined ? undefined : this.countsOf(windows, now);
    const window = counts === undefined || windows === undefined ? undefined : usedUp(windows, counts);
    const wait = Math.max(bucketWait, window === undefined ? 0 : restOf(window, now));
    if (wait > 0) {
      // Where the plan has become smaller, the wait begins now and does not begin again with each refusal.
      this.keptIn(bucket).set(bucket.owner, fullAt);
      return standing(bucket, fullAt, now, wait, window ?? 'bucket');
    }
    const taken = fullAt + bucket.intervalMicros;
    this.keptIn(bucket).set(bucket.owner, taken);
    if (windows !== undefined && counts !== undefined) this.counts.set(windows.keyId, oneMore(counts));
    return standing(bucket, taken, now, 0, undefined);
  }

  /** How a request would fare. Takes nothing, so the tokens left are those before it. */
  peek(bucket: TokenBucket): RateStanding {
    const now = this.now();
    const fullAt = this.fullAtOf(bucket, now);
    const wait = fullAt + bucket.intervalMicros - now - span(bucket);
    return standing(bucket, fullAt, now, Math.max(0, wait), wait > 0 ? 'bucket' : undefined);
  }

  /** Takes over what another store knows of a bucket. @param fullInMs a span: the two may tell the time differently */
  remember(bucket: TokenBucket, fullInMs: number): void {
    this.keptIn(bucket).set(bucket.owner, this.now() + fullInMs * 1_000);
  }

  /** The bucket is full again. */
  forget({ owner }: Pick<TokenBucket, 'owner'>): void {
    this.tenants.delete(owner);
  }

  /** Never further than a whole bucket away: a plan may have become smaller since. */
  private fullAtOf(bucket: TokenBucket, now: number): number {
    return Math.min(Math.max(this.keptIn(bucket).get(bucket.owner) ?? 0, now), now + span(bucket));
  }

  private keptIn({ owner }: TokenBucket): LRUCache<string, number> {
    return owner.startsWith(ADDRESS) ? this.addresses : this.tenants;
  }

  private countsOf({ keyId }: KeyWindows, now: number): Counts {
    const [hour, day] = [Math.floor(now / HOUR_MICROS), Math.floor(now / DAY_MICROS)];
    const known = this.counts.get(keyId);
    return {
      hour,
      inHour: known?.hour === hour ? known.inHour : 0,
      day,
      inDay: known?.day === day ? known.inDay : 0,
    };
  }
}

/** Microseconds in which an empty bucket fills. */
function span({ capacity, intervalMicros }: TokenBucket): number {
  return capacity * intervalMicros;
}

/** Which of a key's windows has nothing left; the longer one where both have not. */
function usedUp({ perHour, perDay }: KeyWindows, { inHour, inDay }: Counts): KeyWindow | undefined {
  if (inDay >= perDay) return 'day';
  return inHour >= perHour ? 'hour' : undefined;
}

/** Microseconds until the window ends. */
function restOf(window: KeyWindow, now: number): number {
  const length = window === 'day' ? DAY_MICROS : HOUR_MICROS;
  return length - (now % length);
}

function oneMore({ hour, inHour, day, inDay }: Counts): Counts {
  return { hour, inHour: inHour + 1, day, inDay: inDay + 1 };
}

function standing(
  bucket: TokenBucket,
  fullAt: number,
  now: number,
  wait: number,
  refusedBy: RateStanding['refusedBy'],
): RateStanding {
  const fullInMs = Math.ceil((fullAt - now) / 1_000);
  return {
    allowed: refusedBy === undefined,
    capacity: bucket.capacity,
    remaining: Math.floor((span(bucket) - (fullAt - now)) / bucket.intervalMicros),
    fullInMs,
    fullAtMs: Date.now() + fullInMs,
    retryAfterMs: Math.ceil(wait / 1_000),
    refusedBy,
  };
}

function monotonicMicros(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1_000);
}
