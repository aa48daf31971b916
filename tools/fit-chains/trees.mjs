/**
 * Gradient boosting with oblivious trees (one question a level, as in CatBoost: Prokhorenkova and others, 2018): what a
 * linear model leaves unexplained. Newton steps on the logistic loss, a tree for all classes; seeded, so repeatable.
 */
import { Seeded } from '../eval-intelligence/seeded.mjs';
import { grown, leafOf } from './oblivious-tree.mjs';

const mostBins = 32;

/**
 * @param rows [{ x, y, weight?, start? }]: `y` a class, `start` the scores of the classes before the first tree
 * @returns trees of { columns, cuts, leaves }: a leaf's number has a bit a level (1: above the cut), and a score a class
 */
export function fitTrees(
  rows,
  classes,
  { rounds, depth = 4, rate = 0.1, ridge = 5, columns = 0.5, sample = 0.6, seed = 1 },
) {
  const random = new Seeded(seed);
  const width = rows[0].x.length;
  const cuts = Array.from({ length: width }, (_, column) => cutsOf(rows, column));
  const bins = cuts.map((own, column) => Uint8Array.from(rows, ({ x }) => binOf(own, x[column])));
  const usable = cuts.flatMap((own, column) => (own.length > 0 ? [column] : []));
  const scores = Float64Array.from(
    { length: rows.length * classes },
    (_, i) => rows[Math.floor(i / classes)].start?.[i % classes] ?? 0,
  );
  const [slopes, curves] = [new Float64Array(scores.length), new Float64Array(scores.length)];
  const trees = [];
  for (let round = 0; round < rounds; round++) {
    setSlopes(rows, classes, scores, slopes, curves);
    const drawn = Uint32Array.from(rows.keys()).filter(() => random.next() < sample);
    const asked = usable.filter(() => random.next() < columns);
    const tree = grown({ bins, cuts, asked, depth, ridge, found: { classes, slopes, curves, drawn } });
    if (tree.columns.length === 0) continue;
    const leaves = tree.leaves.map((leaf) => leaf.map((value) => Number((value * rate).toPrecision(3))));
    for (let i = 0; i < rows.length; i++) {
      const leaf = leaves[leafOf(tree, bins, i)];
      for (let c = 0; c < classes; c++) scores[i * classes + c] += leaf[c];
    }
    trees.push({
      columns: tree.columns,
      cuts: tree.columns.map((column, level) => cuts[column][tree.bins[level]]),
      leaves,
    });
  }
  return trees;
}

/** Values that divide a column's rows evenly. */
function cutsOf(rows, column) {
  const values = Float64Array.from(rows, ({ x }) => x[column]).sort();
  const found = new Set();
  const distinct = Float64Array.from(new Set(values));
  for (let bin = 1; bin < mostBins; bin++) {
    const at = distinct.length <= mostBins ? distinct[bin] : values[Math.floor((bin * values.length) / mostBins)];
    if (at !== undefined && at > values[0]) found.add(at);
  }
  return [...found].map((cut) => Number(cut.toPrecision(4))).filter((cut, i, all) => all.indexOf(cut) === i);
}

/** How many cuts a value reaches. */
function binOf(cuts, value) {
  let bin = 0;
  while (bin < cuts.length && value >= cuts[bin]) bin++;
  return bin;
}

function setSlopes(rows, classes, scores, slopes, curves) {
  rows.forEach(({ y, weight = 1 }, i) => {
    const from = i * classes;
    let [highest, total] = [-Infinity, 0];
    for (let c = 0; c < classes; c++) highest = Math.max(highest, scores[from + c]);
    for (let c = 0; c < classes; c++) total += Math.exp(scores[from + c] - highest);
    for (let c = 0; c < classes; c++) {
      const p = Math.exp(scores[from + c] - highest) / total;
      slopes[from + c] = weight * ((c === y ? 1 : 0) - p);
      curves[from + c] = weight * p * (1 - p);
    }
  });
}
