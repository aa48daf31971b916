import { addTrees, type Tree } from './boosted-trees.js';
import { logistic, score } from './linear-model.js';
import { FeatureMatrix } from './feature-matrix.js';

/** A fitted yes or no. */
export interface YesModel {
  /** A weight a signal, the intercept last. */
  readonly line: readonly number[];
  /** What the line does not explain: a score a leaf. */
  readonly trees: readonly Tree[];
}

/** Logarithms of the odds of a yes, one a row of signals. */
export function logOddsOf({ line, trees }: YesModel, signals: FeatureMatrix): Float64Array {
  const { data, width, height } = signals;
  const scores = new FeatureMatrix(height, 1);
  for (let row = 0; row < height; row++) scores.data[row] = score(line, data, row * width, width);
  addTrees(scores, trees, signals);
  return scores.data;
}

/** Probability of a yes. */
export function probabilityOf(model: YesModel, signals: ArrayLike<number>): number {
  return logistic(logOddsOf(model, FeatureMatrix.ofRow(signals))[0] ?? 0);
}
