/**
 * Gradient boosting with oblivious trees (one question a level, as in CatBoost: Prokhorenkova and others, 2018): what a
 * linear model leaves unexplained. Newton steps on the logistic loss, a tree for all classes; seeded, so repeatable.
 */
import { Seeded } from '../eval-intelligence/seeded.mjs';

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
    const tree = grown({ bins, cuts, classes, slopes, curves, drawn, asked, depth, ridge });
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

/** The tree that explains most: at each level the column and cut with the greatest gain over all leaves. */
function grown({ bins, cuts, classes, slopes, curves, drawn, asked, depth, ridge }) {
  const leafs = new Uint32Array(drawn.length);
  const tree = { columns: [], bins: [], leaves: [] };
  for (let level = 0; level < depth; level++) {
    const count = 1 << level;
    let best = { gain: 0 };
    for (const column of asked) {
      const sums = sumsOf({
        bin: bins[column],
        size: cuts[column].length + 1,
        classes,
        slopes,
        curves,
        drawn,
        leafs,
        count,
      });
      best = bestCut(best, sums, { column, size: cuts[column].length + 1, classes, count, ridge });
    }
    if (best.column === undefined) break;
    tree.columns.push(best.column);
    tree.bins.push(best.bin);
    const bin = bins[best.column];
    for (let k = 0; k < drawn.length; k++) if (bin[drawn[k]] > best.bin) leafs[k] |= count;
  }
  tree.leaves = leavesOf({ count: 1 << tree.columns.length, classes, slopes, curves, drawn, leafs, ridge });
  return tree;
}

/** Sums of slopes and curves by leaf, bin and class. */
function sumsOf({ bin, size, classes, slopes, curves, drawn, leafs, count }) {
  const sums = new Float64Array(count * size * classes * 2);
  for (let k = 0; k < drawn.length; k++) {
    const row = drawn[k] * classes;
    const to = (leafs[k] * size + bin[drawn[k]]) * classes * 2;
    for (let c = 0; c < classes; c++) {
      sums[to + 2 * c] += slopes[row + c];
      sums[to + 2 * c + 1] += curves[row + c];
    }
  }
  return sums;
}

function bestCut(best, sums, { column, size, classes, count, ridge }) {
  const gains = new Float64Array(size);
  const part = classes * 2;
  for (let leaf = 0; leaf < count; leaf++) {
    const total = new Float64Array(part);
    for (let bin = 0; bin < size; bin++)
      for (let j = 0; j < part; j++) total[j] += sums[(leaf * size + bin) * part + j];
    const below = new Float64Array(part);
    for (let bin = 0; bin < size - 1; bin++) {
      for (let j = 0; j < part; j++) below[j] += sums[(leaf * size + bin) * part + j];
      for (let j = 0; j < part; j += 2) {
        const [g, h] = [below[j], below[j + 1]];
        const [g2, h2] = [total[j] - g, total[j + 1] - h];
        gains[bin] += (g * g) / (h + ridge) + (g2 * g2) / (h2 + ridge) - (total[j] * total[j]) / (total[j + 1] + ridge);
      }
    }
  }
  for (let bin = 0; bin < size - 1; bin++) if (gains[bin] > best.gain) best = { gain: gains[bin], column, bin };
  return best;
}

function leavesOf({ count, classes, slopes, curves, drawn, leafs, ridge }) {
  const sums = sumsOf({
    bin: new Uint8Array(slopes.length / classes),
    size: 1,
    classes,
    slopes,
    curves,
    drawn,
    leafs,
    count,
  });
  return Array.from({ length: count }, (_, leaf) =>
    Array.from({ length: classes }, (_, c) => {
      const at = (leaf * classes + c) * 2;
      return sums[at] / (sums[at + 1] + ridge);
    }),
  );
}

function leafOf({ columns, bins: chosen }, bins, row) {
  let leaf = 0;
  for (let level = 0; level < columns.length; level++)
    if (bins[columns[level]][row] > chosen[level]) leaf |= 1 << level;
  return leaf;
}
