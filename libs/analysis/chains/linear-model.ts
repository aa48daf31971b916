import { SignalTable } from './signal-table.js';

/** A fitted model: a row a class, a weight a signal, the intercept last. */
export interface LinearModel {
  readonly weights: readonly (readonly number[])[];
}

/** Natural logarithms of the classes' probabilities. */
export function logProbabilities({ weights }: LinearModel, signals: ArrayLike<number>): number[] {
  const scores = weights.map((row) => score(row, signals));
  const highest = Math.max(...scores);
  let sum = 0;
  for (const value of scores) sum += Math.exp(value - highest);
  const total = highest + Math.log(sum);
  return scores.map((value) => value - total);
}

/** Probabilities of the classes, a row a row of signals. */
export function probabilities({ weights }: LinearModel, signals: SignalTable): SignalTable {
  const { data, width, height } = signals;
  const result = new SignalTable(height, weights.length);
  const scores = new Float64Array(weights.length);
  for (let place = 0, from = 0; place < height; place++, from += width) {
    let sum = 0;
    weights.forEach((row, one) => {
      let value = row[width] ?? 0;
      for (let i = 0; i < width; i++) value += (row[i] ?? 0) * (data[from + i] ?? 0);
      sum += scores[one] = Math.exp(Math.min(value, 500));
    });
    for (let one = 0; one < weights.length; one++) result.set(place, one, (scores[one] ?? 0) / sum);
  }
  return result;
}

/** Weighted sum and intercept. */
export function score(row: readonly number[], signals: ArrayLike<number>): number {
  const { length } = signals;
  let sum = row[length] ?? 0;
  for (let i = 0; i < length; i++) sum += (row[i] ?? 0) * (signals[i] ?? 0);
  return sum;
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
