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
      const { gain, bin } = bestCut(sumsOf(found, leafs, count, { bin: bins[column], size }), found.classes, ridge);
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

/** For each leaf and bin the sums of slopes and curves, one after the other, class by class. */
function sumsOf({ classes, slopes, curves, drawn }, leafs, count, { bin, size }) {
  const width = classes * 2;
  const sums = Array.from({ length: count }, () => Array.from({ length: size }, () => new Float64Array(width)));
  for (let k = 0; k < drawn.length; k++) {
    const from = drawn[k] * classes;
    const to = sums[leafs[k]][bin[drawn[k]]];
    for (let c = 0; c < classes; c++) {
      to[2 * c] += slopes[from + c];
      to[2 * c + 1] += curves[from + c];
    }
  }
  return sums;
}

function bestCut(leaves, classes, ridge) {
  const gains = new Float64Array(leaves[0].length - 1);
  for (const bins of leaves) {
    const total = new Float64Array(classes * 2);
    for (const bin of bins) addTo(total, bin);
    const below = new Float64Array(classes * 2);
    for (let cut = 0; cut < gains.length; cut++) {
      addTo(below, bins[cut]);
      for (let j = 0; j < total.length; j += 2) {
        const whole = gainOf(total[j], total[j + 1] + ridge);
        const parts = gainOf(below[j], below[j + 1] + ridge);
        gains[cut] += parts + gainOf(total[j] - below[j], total[j + 1] - below[j + 1] + ridge) - whole;
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

function addTo(sums, more) {
  for (let j = 0; j < sums.length; j++) sums[j] += more[j];
}

function leavesOf(found, leafs, count, ridge) {
  const everywhere = new Uint8Array(found.slopes.length / found.classes);
  return sumsOf(found, leafs, count, { bin: everywhere, size: 1 }).map(([sums]) =>
    Array.from({ length: found.classes }, (_, c) => sums[2 * c] / (sums[2 * c + 1] + ridge)),
  );
}
