import { addTrees, type Tree } from './boosted-trees.js';
import { setFour } from './dot-product.js';
import { FeatureMatrix } from './feature-matrix.js';

/** A fitted model: a row a class, a weight a signal, the intercept last; and trees for what a line does not explain. */
export interface LinearModel {
  readonly weights: readonly (readonly number[])[];
  readonly trees?: readonly Tree[];
}

/** Natural logarithms of the classes' probabilities. */
export function logProbabilities({ weights, trees = [] }: LinearModel, signals: ArrayLike<number>): number[] {
  const row = FeatureMatrix.ofRow(signals);
  const table = FeatureMatrix.ofRow(weights.map((line) => score(line, row.data)));
  addTrees(table, trees, row);
  const scores = [...table.data];
  const highest = Math.max(...scores);
  let sum = 0;
  for (const value of scores) sum += Math.exp(value - highest);
  const total = highest + Math.log(sum);
  return scores.map((value) => value - total);
}

/** Probabilities of the classes, a row a row of signals. */
export function probabilities(model: LinearModel, signals: FeatureMatrix): FeatureMatrix {
  const { trees = [] } = model;
  const { data, width, height } = signals;
  const classes = model.weights.length;
  const result = new FeatureMatrix(height, classes);
  const lines = linesOf(model.weights, width);
  for (let place = 0; place < height; place++) setLines(result, place, lines, data);
  addTrees(result, trees, signals);
  for (let place = 0; place < height; place++) normalise(result.data, place * classes, classes);
  return result;
}

/** Scores from a place on become probabilities. */
function normalise(scores: Float64Array, from: number, classes: number): void {
  const to = from + classes;
  let sum = 0;
  for (let at = from; at < to; at++) sum += scores[at] = Math.exp(Math.min(scores[at] ?? 0, 500));
  for (let at = from; at < to; at++) scores[at] = (scores[at] ?? 0) / sum;
}

/** Classes whose sums are made at a time: as many as a processor has room for beside what it multiplies. */
const AT_ONCE = 8;

/** Weights by signal, the intercepts last, each for all classes, of which there are a multiple of eight. */
interface Lines {
  readonly weights: Float64Array;
  readonly stride: number;
  /** Room for the signals of a row that are not 0, and where they are. */
  readonly values: Float64Array;
  readonly places: Uint16Array;
}

const compiled = new WeakMap<LinearModel['weights'], Lines>();

function linesOf(rows: LinearModel['weights'], width: number): Lines {
  const known = compiled.get(rows);
  if (known?.values.length === width) return known;
  const stride = Math.ceil(rows.length / AT_ONCE) * AT_ONCE;
  const weights = Float64Array.from({ length: (width + 1) * stride }, (_, i) => {
    return rows[i % stride]?.[Math.floor(i / stride)] ?? 0;
  });
  const lines = { weights, stride, values: new Float64Array(width), places: new Uint16Array(width) };
  compiled.set(rows, lines);
  return lines;
}

/** Sums signal after signal; most signals are 0. */
function setLines(table: FeatureMatrix, row: number, lines: Lines, signals: Float64Array): void {
  const { weights, stride, values, places } = lines;
  const count = gather(lines, signals, row * values.length);
  const intercepts = values.length * stride;
  for (let one = 0; one < stride; one += AT_ONCE) {
    const start = intercepts + one;
    let [a, b, c] = [weights[start] ?? 0, weights[start + 1] ?? 0, weights[start + 2] ?? 0];
    let [d, e, f] = [weights[start + 3] ?? 0, weights[start + 4] ?? 0, weights[start + 5] ?? 0];
    let [g, h] = [weights[start + 6] ?? 0, weights[start + 7] ?? 0];
    for (let i = 0; i < count; i++) {
      const from = (places[i] ?? 0) + one;
      const value = values[i] ?? 0;
      a += (weights[from] ?? 0) * value;
      b += (weights[from + 1] ?? 0) * value;
      c += (weights[from + 2] ?? 0) * value;
      d += (weights[from + 3] ?? 0) * value;
      e += (weights[from + 4] ?? 0) * value;
      f += (weights[from + 5] ?? 0) * value;
      g += (weights[from + 6] ?? 0) * value;
      h += (weights[from + 7] ?? 0) * value;
    }
    // What is written beyond the last class is the next row's, which is set later, or lost.
    const to = row * table.width + one;
    setFour(table.data, to, a, b, c, d);
    setFour(table.data, to + 4, e, f, g, h);
  }
}

/** Puts the signals of a row that are not 0 into the room for them. @returns how many there are */
function gather({ stride, values, places }: Lines, signals: Float64Array, from: number): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = signals[from + i] ?? 0;
    if (value === 0) continue;
    values[count] = value;
    places[count++] = i * stride;
  }
  return count;
}

/** Weighted sum of so many signals from a place on, and intercept. */
export function score(row: readonly number[], signals: ArrayLike<number>, from = 0, length = signals.length): number {
  let sum = row[length] ?? 0;
  for (let i = 0; i < length; i++) sum += (row[i] ?? 0) * (signals[from + i] ?? 0);
  return sum;
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** Beyond it a probability is as good as certain. */
const MIN = 1e-4;

/** What `logistic` makes this probability of. */
export function logOdds(probability: number): number {
  const inside = Math.min(Math.max(probability, MIN), 1 - MIN);
  return Math.log(inside / (1 - inside));
}
