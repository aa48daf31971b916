import { normalUpperTail } from './normal.js';

const ROUNDS = 50;
const MAX_STEP = 3;
const MAX_TILT = 200;
const CLOSE = 1e-9;

/**
 * How likely the mean of so many independent draws from a discrete distribution is at least the one given, the given one
 * counted half where it has weight of its own: the saddlepoint approximation of Lugannani and Rice (1980). A normal
 * tail would not do: it knows nothing of skew, and of ends that no mean can pass.
 * @param weights of the values, in any unit
 * @param draws not necessarily whole: draws that come in bursts count as fewer
 */
export function meanUpperTail(
  mean: number,
  draws: number,
  weights: readonly number[],
  values: readonly number[],
): number {
  const highest = values.reduce((top, value, at) => ((weights[at] ?? 0) > 0 ? Math.max(top, value) : top), -Infinity);
  const plain = tilted(0, weights, values, highest);
  if (mean <= plain.mean) return 1;
  if (mean >= highest - CLOSE) return shareOf(highest, weights, values) ** draws / 2;
  let tilt = 0;
  let at = plain;
  for (let round = 0; round < ROUNDS && Math.abs(mean - at.mean) > CLOSE && tilt < MAX_TILT; round += 1) {
    tilt += Math.max(-MAX_STEP, Math.min(MAX_STEP, (mean - at.mean) / at.variance));
    at = tilted(tilt, weights, values, highest);
  }
  const distance = Math.sqrt(Math.max(0, 2 * draws * (tilt * mean - at.cumulant)));
  const slope = tilt * Math.sqrt(draws * at.variance);
  if (distance < CLOSE ** 0.5 || slope < CLOSE ** 0.5) return normalUpperTail(distance);
  const density = Math.exp((-distance * distance) / 2) / Math.sqrt(2 * Math.PI);
  return Math.max(0, Math.min(1, normalUpperTail(distance) + density * (1 / slope - 1 / distance)));
}

interface Tilted {
  /** ln of the mean of exp(tilt · value). */
  readonly cumulant: number;
  /** Mean and variance under weights multiplied by exp(tilt · value). */
  readonly mean: number;
  readonly variance: number;
}

function tilted(tilt: number, weights: readonly number[], values: readonly number[], highest: number): Tilted {
  let plain = 0;
  let [mass, first, second] = [0, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const [weight, value] = [weights[at] ?? 0, values[at] ?? 0];
    // Relative to the highest value, so that nothing overflows.
    const factor = weight * Math.exp(tilt * (value - highest));
    plain += weight;
    mass += factor;
    first += factor * value;
    second += factor * value * value;
  }
  const mean = first / mass;
  return {
    cumulant: Math.log(mass / plain) + tilt * highest,
    mean,
    variance: Math.max(Number.MIN_VALUE, second / mass - mean * mean),
  };
}

function shareOf(value: number, weights: readonly number[], values: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.reduce((sum, weight, at) => (values[at] === value ? sum + weight : sum), 0) / all;
}
