import type { Pattern } from '@mneme/client';

/** Which patterns are shown, and how many are not. */
export interface ReliablePatterns {
  /** The most reliable first. */
  readonly shown: readonly Pattern[];
  /** With `shown`, those that a limit would let through. */
  readonly total: number;
  /** Those that chance explains as well. */
  readonly insignificant: number;
}

/** Established patterns before tentative ones, and each by its confidence; none that chance explains as well. */
export function reliablePatterns(patterns: readonly Pattern[], limit: number): ReliablePatterns {
  const significant = patterns.filter(({ confidence, stats }) => confidence > 0 && stats.q < 1);
  const sorted = significant.sort((a, b) => rankOf(b) - rankOf(a) || b.confidence - a.confidence);
  const insignificant = patterns.length - significant.length;
  return { shown: sorted.slice(0, limit), total: significant.length, insignificant };
}

function rankOf({ tier }: Pattern): number {
  return tier === 'established' ? 1 : 0;
}
