const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after the attempt before each attempt is made, in milliseconds: ten attempts in a little over three days. */
export const ATTEMPT_DELAYS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Each pause is shortened or lengthened by up to this share, so that what failed together does not return together. */
const JITTER = 0.2;

/**
 * When to try again.
 * @param step how many attempts of the schedule were made before the one that has just failed
 * @param retryAfterMs what the endpoint asked for; honoured up to twice the pause
 * @param random in [0, 1)
 * @returns undefined where that was the last attempt
 */
export function nextAttemptAt(
  step: number,
  now: Date,
  retryAfterMs: number | undefined,
  random: number,
): Date | undefined {
  const pause = ATTEMPT_DELAYS[step + 1];
  if (pause === undefined) return undefined;
  const jittered = pause * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(retryAfterMs ?? 0, 2 * pause);
  return new Date(now.getTime() + Math.round(Math.max(jittered, asked)));
}

/** Retry-After in milliseconds, from seconds or a date; undefined where it says neither. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
