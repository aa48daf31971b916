import type { Redis, Result } from 'ioredis';
import { RateLimitStore } from './rate-limit.store.js';
import type { RateDemand, RateStanding, TokenBucket } from '../plans/rate-limit.js';
import { TAKE_TOKEN } from './take-token.script.js';

/** Allowed, tokens left, full in (ms), to wait (ms), the window that is used up. Spans, since Redis has a clock of its own. */
type Answer = readonly [0 | 1, number, number, number, 0 | 1 | 2];

/** By the script's number of the window; 0: none is used up. */
const REFUSED_BY = ['bucket', 'hour', 'day'] as const;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeToken(...words: (string | number)[]): Result<Answer, Context>;
  }
}

/** Keys that Redis looks at in one command. */
const SCANNED = 1_000;
/** Longest that a request waits for Redis. */
const REQUEST_MS = 50;
/** Longest that a command in the background does. */
const BACKGROUND_MS = 1_000;

/** Buckets that all processes share: one script a request, which Redis runs whole, on its own clock. */
export class RedisRateLimitStore extends RateLimitStore {
  /** @param key makes a name in this installation's part of Redis */
  constructor(
    private readonly redis: Redis,
    private readonly key: (...parts: string[]) => string,
  ) {
    super();
    redis.defineCommand('takeToken', { lua: TAKE_TOKEN });
    // Known to the server before it is asked for, also after a restart: a request then needs one round trip, not two.
    redis.on('ready', () => void redis.script('LOAD', TAKE_TOKEN).catch(() => undefined));
  }

  /** @throws Error at once if Redis is unavailable, after 50 ms if it does not respond */
  override async take({ bucket, windows }: RateDemand): Promise<RateStanding> {
    const place = placeOf(bucket);
    const keys = [this.key('limits', place, 'bucket')];
    const numbers = [bucket.intervalMicros, bucket.capacity];
    if (windows !== undefined) {
      keys.push(this.key('limits', place, 'key', windows.keyId));
      numbers.push(windows.perHour, windows.perDay);
    }
    const answer = await withinLimit(REQUEST_MS, this.redis.takeToken(keys.length, ...keys, ...numbers));
    const [allowed, remaining, fullInMs, retryAfterMs, window] = answer;
    const refusedBy = allowed === 1 ? undefined : REFUSED_BY[window];
    const fullAtMs = Date.now() + fullInMs;
    return {
      allowed: allowed === 1,
      capacity: bucket.capacity,
      remaining,
      fullInMs,
      fullAtMs,
      retryAfterMs,
      refusedBy,
    };
  }

  /**
   * Deletes the bucket of an owner and the windows of its keys, looking through all that Redis holds.
   * @throws Error at once if Redis is unavailable, after a second if it does not respond
   */
  async forget(bucket: Pick<TokenBucket, 'owner'>): Promise<void> {
    const pattern = this.key('limits', placeOf(bucket), '*').replace(/[[\]?\\]/g, '\\$&');
    for (let cursor: string | undefined; cursor !== '0';) {
      const scanned = this.redis.scan(cursor ?? '0', 'MATCH', pattern, 'COUNT', SCANNED);
      const [next, keys] = await withinLimit(BACKGROUND_MS, scanned);
      if (keys.length > 0) await withinLimit(BACKGROUND_MS, this.redis.del(...keys));
      cursor = next;
    }
  }
}

/** Both keys of a tenant in one slot of a cluster. */
function placeOf({ owner }: Pick<TokenBucket, 'owner'>): string {
  return `{${owner}}`;
}

/**
 * An answer that lies in the socket when the time is over still counts: this process was busy, not Redis. So the clock
 * has the last word only after sockets have been read once more.
 */
async function withinLimit<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`Redis did not answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(late), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
