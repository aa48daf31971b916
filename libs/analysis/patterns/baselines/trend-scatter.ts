import { smoothRate } from '../../statistics/smooth-rate.js';
import type { TrendBlock } from './trend-blocks.js';

/** Of the smooth course: level, slope, turn. */
const CURVE_PARAMETERS = 3;
/** Means below this would make one count look like many. */
const FLOOR = 0.1;
/** Blocks that err in turns prove a little more than independent ones, but not more than this. */
const MIN_CORRELATION_FACTOR = 0.5;
/** So large a share of the tenant's items, those that change the least, is held to have no trend. */
const STEADY_SHARE = 0.9;
/** Mean square of the inner nine tenths of a standard normal variable. */
const INNER_MEAN_SQUARE = 0.623;

/** The two measures of how much was written when. */
export const BASELINES = ['byMemories', 'byDays'] as const;
export type Baseline = (typeof BASELINES)[number];

/**
 * How much wider than Poisson counts an item's days scatter around a smooth course, neighbouring blocks that err alike
 * counted as one; the better of the two baselines, never below 1. Things that come in bursts scatter widely and prove
 * little.
 */
export function ownScatter(blocks: readonly TrendBlock[]): number {
  return Math.max(1, Math.min(...BASELINES.map((baseline) => scatterAround(blocks, baseline))));
}

function scatterAround(blocks: readonly TrendBlock[], baseline: Baseline): number {
  const means = smoothRate(
    blocks.map(({ observed }) => observed),
    blocks.map((block) => block[baseline]),
    blocks.map(({ time }) => time),
  );
  const residuals = blocks.map(
    ({ observed }, at) => (observed - (means[at] ?? 0)) / Math.sqrt(Math.max(FLOOR, means[at] ?? 0)),
  );
  const squares = residuals.reduce((total, residual) => total + residual ** 2, 0);
  const products = residuals.reduce((total, residual, at) => total + residual * (residuals[at - 1] ?? 0), 0);
  const correlation = squares === 0 ? 0 : products / squares;
  return (squares / (blocks.length - CURVE_PARAMETERS)) * Math.max(MIN_CORRELATION_FACTOR, 1 + 2 * correlation);
}

/**
 * How much farther from none the trends of a tenant's items lie than chance puts them: where all topics come and go,
 * none of them proves much by having gone (genomic control, Devlin and Roeder 1999; the clearest tenth is left out, so
 * that a few true trends do not hide each other). Without a bound: with one at 1.75, tenants of 10,000 memories whose
 * topics come and go had a false trend in every other.
 * @param scores standard deviations from no trend, of each item
 */
export function commonScatter(scores: readonly number[]): number {
  const squares = scores.map((score) => score ** 2).sort((a, b) => a - b);
  const steady = squares.slice(0, Math.max(1, Math.floor(squares.length * STEADY_SHARE)));
  const mean = steady.reduce((sum, square) => sum + square, 0) / steady.length;
  return scores.length === 0 ? 1 : Math.max(1, mean / INNER_MEAN_SQUARE);
}
