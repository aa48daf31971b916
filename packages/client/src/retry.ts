import { ConflictError, ConnectionError, type MnemeError, RateLimitError } from './errors.js';

/**
 * What a lost response leaves open. `repeatable`: sending the request again does no harm. `once`: it is sent again only
 * where the service cannot have carried it out.
 */
export type Repetition = 'repeatable' | 'once';

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
const REQUEST_TIMEOUT = 408;

/** What Node.js and Bun call a connection that was never made. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether another try can succeed without doing the work twice. */
export function canRetry(error: MnemeError, repetition: Repetition): boolean {
  if (error instanceof RateLimitError) return true;
  if (repetition === 'once') return error instanceof ConnectionError && wasNeverSent(error.cause);
  if (error instanceof ConnectionError || error.status === REQUEST_TIMEOUT) return true;
  return isStillRunning(error) || (error.status ?? 0) >= 500;
}

/**
 * Time to wait after a failed try: as long as the service asks for, otherwise exponential, half of it by chance so that
 * clients that failed together do not return together.
 * @param attempt number of the try that failed, from 1
 */
export function delayAfter(attempt: number, error: MnemeError): number {
  if (error.retryAfterMs !== undefined) return error.retryAfterMs;
  const full = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return full / 2 + Math.random() * (full / 2);
}

/** Resolves after a time. @throws the signal's reason, as soon as it is aborted */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  let stop: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve) => {
      stop = resolve;
      timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', stop, { once: true });
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
  signal?.throwIfAborted();
}

/** The first request with this Idempotency-Key has no response yet. Every other conflict stays one. */
export function isStillRunning(error: MnemeError): boolean {
  if (!(error instanceof ConflictError)) return false;
  return error.errors.some(({ field, message }) => field === 'Idempotency-Key' || message.includes('Idempotency-Key'));
}

function wasNeverSent(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false;
  const { code, message, cause: inner } = cause as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === 'string' && NEVER_SENT.has(code)) return true;
  // Deno has no code.
  return String(message).includes('client error (Connect)') || wasNeverSent(inner);
}
