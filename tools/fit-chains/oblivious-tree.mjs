/** One tree that asks the same question of all on a level; see trees.mjs. Values are given by the bin that they fall in. */

/**
 * The tree that explains most: at each level the column and cut with the greatest gain over all leaves.
 *
 * @param bins of every row, a list a column
 * @param cuts a list a column
 * @param asked the columns that may be asked for
 * @param found { classes, slopes, curves, drawn }: by row and class, and the rows to look at
 * @returns { columns, bins, leaves }: above the bin the answer is yes; a score a leaf and class
 */
export function grown({ bins, cuts, asked, depth, ridge, found }) {
  const leafs = new Uint32Array(found.drawn.length);
  const tree = { columns: [], bins: [], leaves: [] };
  for (let level = 0; level < depth; level++) {
    const count = 1 << level;
    let best = { gain: 0 };
    for (const column of asked) {
      const size = cuts[column].length + 1;
      const sums = sumsOf(found, leafs, count, { bin: bins[column], size });
      const { gain, bin } = bestCut(sums, size, found.classes, ridge);
      if (gain > best.gain) best = { gain, column, bin };
    }
    if (best.column === undefined) break;
    tree.columns.push(best.column);
    tree.bins.push(best.bin);
    const own = bins[best.column];
    found.drawn.forEach((row, k) => {
      if (own[row] > best.bin) leafs[k] |= count;
    });
  }
  tree.leaves = leavesOf(found, leafs, 1 << tree.columns.length, ridge);
  return tree;
}

/** The leaf of a row. */
export function leafOf({ columns, bins: chosen }, bins, row) {
  return columns.reduce((leaf, column, level) => leaf | (bins[column][row] > chosen[level] ? 1 << level : 0), 0);
}

/** For each leaf and bin the sums of slopes and curves, class by class, one after the other in one piece of memory. */
function sumsOf({ classes, slopes, curves, drawn }, leafs, count, { bin, size }) {
  const width = classes * 2;
  const sums = new Float64Array(count * size * width);
  for (let k = 0; k < drawn.length; k++) {
    const from = drawn[k] * classes;
    const to = (leafs[k] * size + bin[drawn[k]]) * width;
    for (let c = 0; c < classes; c++) {
      sums[to + 2 * c] += slopes[from + c];
      sums[to + 2 * c + 1] += curves[from + c];
    }
  }
  return sums;
}

/** @param sums of `size` bins a leaf */
function bestCut(sums, size, classes, ridge) {
  const width = classes * 2;
  const gains = new Float64Array(size - 1);
  const [total, below] = [new Float64Array(width), new Float64Array(width)];
  for (let leaf = 0; leaf < sums.length; leaf += size * width) {
    total.fill(0);
    below.fill(0);
    for (let k = 0; k < size * width; k++) total[k % width] += sums[leaf + k];
    const whole = Float64Array.from(total, (slope, j) => (j % 2 === 0 ? gainOf(slope, total[j + 1] + ridge) : 0));
    for (let cut = 0; cut < gains.length; cut++) {
      for (let j = 0; j < width; j++) below[j] += sums[leaf + cut * width + j];
      for (let j = 0; j < width; j += 2) {
        const parts = gainOf(below[j], below[j + 1] + ridge);
        gains[cut] += parts + gainOf(total[j] - below[j], total[j + 1] - below[j + 1] + ridge) - whole[j];
      }
    }
  }
  let best = { gain: 0 };
  for (let bin = 0; bin < gains.length; bin++) if (gains[bin] > best.gain) best = { gain: gains[bin], bin };
  return best;
}

function gainOf(slope, curve) {
  return (slope * slope) / curve;
}

function leavesOf(found, leafs, count, ridge) {
  const everywhere = new Uint8Array(found.slopes.length / found.classes);
  const sums = sumsOf(found, leafs, count, { bin: everywhere, size: 1 });
  const score = (at) => sums[at] / (sums[at + 1] + ridge);
  return Array.from({ length: count }, (_, leaf) =>
    Array.from({ length: found.classes }, (_, c) => score(2 * (leaf * found.classes + c))),
  );
}
