import { addTrees, type Tree } from './boosted-trees.js';
import { SignalTable } from './signal-table.js';

/** A fitted model: a row a class, a weight a signal, the intercept last. */
export interface LinearModel {
  readonly weights: readonly (readonly number[])[];
}

/** And trees for what a line does not explain. */
export interface BoostedModel extends LinearModel {
  readonly trees: readonly Tree[];
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
export function probabilities(model: LinearModel | BoostedModel, signals: SignalTable): SignalTable {
  const { weights } = model;
  const trees = 'trees' in model ? model.trees : [];
  const { data, width, height } = signals;
  const classes = weights.length;
  const result = new SignalTable(height, classes);
  const bySignal = Float64Array.from({ length: (width + 1) * classes }, (_, i) => {
    return weights[i % classes]?.[Math.floor(i / classes)] ?? 0;
  });
  const scores = new Float64Array(classes);
  for (let place = 0; place < height; place++) {
    for (let one = 0; one < classes; one++) scores[one] = bySignal[width * classes + one] ?? 0;
    const row = data.subarray(place * width, (place + 1) * width);
    addScores(scores, bySignal, row);
    addTrees(scores, trees, row);
    let sum = 0;
    for (let one = 0; one < classes; one++) sum += scores[one] = Math.exp(Math.min(scores[one] ?? 0, 500));
    for (let one = 0; one < classes; one++) result.set(place, one, (scores[one] ?? 0) / sum);
  }
  return result;
}

/** Signal after signal, all classes at a time; most signals are 0. */
function addScores(scores: Float64Array, bySignal: Float64Array, signals: Float64Array): void {
  for (let i = 0, from = 0; i < signals.length; i++, from += scores.length) {
    const value = signals[i] ?? 0;
    if (value === 0) continue;
    for (let one = 0; one < scores.length; one++)
      scores[one] = (scores[one] ?? 0) + (bySignal[from + one] ?? 0) * value;
  }
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
