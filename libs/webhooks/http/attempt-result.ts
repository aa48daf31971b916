/** What came of one attempt to deliver. */
export interface AttemptResult {
  /** When it began. */
  readonly at: Date;
  readonly latencyMs: number;
  /** Null where no answer came. */
  readonly statusCode: number | null;
  /** Null where it succeeded; one of a few fixed texts, never one of the endpoint's. */
  readonly error: string | null;
  /** The beginning of the answer's body; null where no answer came. */
  readonly response: string | null;
  /** What Retry-After asked for. */
  readonly retryAfterMs?: number | undefined;
}
