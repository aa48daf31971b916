export const TENANT = 'tenant:';
export const ADDRESS = 'address:';

/** A bucket of tokens, one for each request: full at first, one more token every interval, never above its capacity. */
export interface TokenBucket {
  /** Whose it is: TENANT or ADDRESS, and who. */
  readonly owner: string;
  /** Whole tokens that a full one holds. */
  readonly capacity: number;
  /** Microseconds, a whole number, so that no sum is ever rounded. */
  readonly intervalMicros: number;
}

/** How much one API key may do in an hour and a day, UTC. */
export interface KeyWindows {
  /** UUID of the key. */
  readonly keyId: string;
  readonly perHour: number;
  readonly perDay: number;
}

export type KeyWindow = 'hour' | 'day';

/** What one request takes: a token, and where a key asks, one of its hour and its day. All of them or none. */
export interface RateDemand {
  readonly bucket: TokenBucket;
  readonly windows?: KeyWindows | undefined;
}

/** How a bucket stands after a request, or would without one. */
export interface RateStanding {
  readonly allowed: boolean;
  readonly capacity: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullInMs: number;
  /** The same as Unix time, for clients; the machine's clock may be set between two of them. */
  readonly fullAtMs: number;
  /** Milliseconds until the same demand can be met; 0 where it was. */
  readonly retryAfterMs: number;
  /** What refused it: the bucket, or the key's hour or day. */
  readonly refusedBy?: 'bucket' | KeyWindow | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The standing of the limit that this request met: its tenant's, or its address's where it failed to say who it is.
     * Undefined if no limit applied. A request that is not `allowed` got 429 and is not charged.
     */
    rateLimit?: RateStanding;
  }
}

/** Whole seconds that the client has to wait, at least one. */
export function secondsOf(retryAfterMs: number): number {
  return Math.max(1, Math.ceil(retryAfterMs / 1_000));
}

const MICROS_A_MINUTE = 60_000_000;

/** @param perMinute up to 600,000 */
export function tokenBucket(owner: string, capacity: number, perMinute: number): TokenBucket {
  return { owner, capacity, intervalMicros: Math.round(MICROS_A_MINUTE / perMinute) };
}
