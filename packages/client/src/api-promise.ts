import type { Warning } from './generated/types.gen.js';

/** The tenant's token bucket after a request. */
export interface RateLimitState {
  /** Capacity of the bucket. */
  readonly limit: number;
  /** Requests left. */
  readonly remaining: number;
  /** When the bucket is full again. */
  readonly resetAt: Date;
}

/** What a response says beside its data. */
export interface ResponseDetails {
  readonly status: number;
  readonly headers: Headers;
  /** Equals `reqId` in the service's log. */
  readonly requestId: string;
  /** What to know about a request that succeeded. */
  readonly warnings: readonly Warning[];
  /** The write is stored; search finds it shortly. */
  readonly indexingPending: boolean;
  readonly rateLimit: RateLimitState | undefined;
  /** Version of the memory, for `ifMatch`. */
  readonly etag: string | undefined;
  /** The service returned the response of an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
  /** Number of requests that were sent for this call. */
  readonly attempts: number;
}

export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseDetails;
}

/** A call in progress. Awaited, it is the data; `withResponse()` adds headers, request id, warnings and rate limit. */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'ApiPromise';

  constructor(private readonly answer: Promise<WithResponse<T>>) {}

  withResponse(): Promise<WithResponse<T>> {
    return this.answer;
  }

  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.answer.then(({ data }) => data).then(onData, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd);
  }
}
