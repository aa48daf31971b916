/** A line that tells yes from no, and trees for what it leaves unexplained. */
import { fitYes } from './logistic.mjs';
import { fitTrees } from './trees.mjs';

/** @param rows [{ x, y: 0 or 1 }] @param line options of `fitYes` @param trees options of `fitTrees`; none without them */
export function fitYesModel(rows, line, trees) {
  const weights = fitYes(rows, line);
  if (trees === undefined) return { line: weights, trees: [] };
  const started = rows.map((row) => ({
    ...row,
    start: [0, row.x.reduce((sum, value, i) => sum + value * weights[i], weights.at(-1))],
  }));
  return { line: weights, trees: fitTrees(started, 2, trees).map(ofYes) };
}

/** A score for yes a leaf. */
function ofYes({ leaves, ...tree }) {
  return { ...tree, leaves: leaves.map(([no, yes]) => [Number((yes - no).toPrecision(3))]) };
}
