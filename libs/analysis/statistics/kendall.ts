import { normalUpperTail } from './normal.js';

/** Never so much that nothing is left: of few values it is hardly known how much one says of the next. */
const MAX_CORRELATION = 0.8;
/** Below so many standard errors values may well say nothing of the next (.05, one-sided). */
const MIN_ERRORS = 1.645;

export interface KendallTrend {
  /** How likely values in no order rise as clearly; 1 where they do not rise. */
  readonly p: number;
  /** The smallest p that so many values can have. */
  readonly least: number;
}

/**
 * Whether values in the order of time rise (Mann 1945, Kendall 1975): pairs that rise against pairs that fall, with the
 * variance of ties, as a normal variable. Far out that is careful: the count is bounded, a normal variable is not.
 * Where one value says something of the next (a bad month), the variance is as much larger as such values would make it
 * (a first-order autoregression of what is left without the trend).
 */
export function kendallRise(values: readonly number[]): KendallTrend {
  const count = values.length;
  const variance = varianceOf(values) * inflationOf(values);
  if (!(variance > 0)) return { p: 1, least: 1 };
  let rise = 0;
  for (let later = 1; later < count; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1)
      rise += Math.sign((values[later] ?? 0) - (values[earlier] ?? 0));
  }
  const tail = (sum: number): number => normalUpperTail((sum - 1) / Math.sqrt(variance));
  const pairs = (count * (count - 1)) / 2;
  return { p: rise <= 0 ? 1 : tail(rise), least: normalUpperTail((pairs - 1) / Math.sqrt(varianceOfDistinct(count))) };
}

function varianceOfDistinct(count: number): number {
  return (count * (count - 1) * (2 * count + 5)) / 18;
}

function varianceOf(values: readonly number[]): number {
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  let variance = varianceOfDistinct(values.length);
  for (const size of ties.values()) variance -= varianceOfDistinct(size);
  return variance;
}

function inflationOf(values: readonly number[]): number {
  const rest = withoutTrend(values);
  let [products, squares] = [0, 0];
  rest.forEach((value, at) => {
    squares += value * value;
    if (at > 0) products += value * (rest[at - 1] ?? 0);
  });
  const correlation = squares > 0 ? Math.min(MAX_CORRELATION, products / squares) : 0;
  return correlation * Math.sqrt(values.length) < MIN_ERRORS ? 1 : (1 + correlation) / (1 - correlation);
}

function withoutTrend(values: readonly number[]): number[] {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [products, squares] = [0, 0];
  values.forEach((value, at) => {
    products += (at - middle) * (value - mean);
    squares += (at - middle) ** 2;
  });
  const slope = squares > 0 ? products / squares : 0;
  return values.map((value, at) => value - mean - slope * (at - middle));
}
