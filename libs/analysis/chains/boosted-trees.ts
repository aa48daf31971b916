/** A tree that asks the same question of all on a level, fitted by tools/fit-chains/trees.mjs. */
export interface Tree {
  /** The signal that each level asks for, and the value from which on the answer is yes. */
  readonly columns: readonly number[];
  readonly cuts: readonly number[];
  /** A score a class for each leaf; a leaf's number has a bit a level. */
  readonly leaves: readonly (readonly number[])[];
}

/** Adds what the trees say of one row of signals to the scores of the classes. */
export function addTrees(scores: Float64Array | number[], trees: readonly Tree[], signals: ArrayLike<number>): void {
  for (const tree of trees) {
    const leaf = leafOf(tree, signals);
    for (let one = 0; one < leaf.length; one++) scores[one] = (scores[one] ?? 0) + (leaf[one] ?? 0);
  }
}

function leafOf({ columns, cuts, leaves }: Tree, signals: ArrayLike<number>): readonly number[] {
  let leaf = 0;
  for (let level = 0; level < columns.length; level++) {
    if ((signals[columns[level] ?? 0] ?? 0) >= (cuts[level] ?? 0)) leaf |= 1 << level;
  }
  return leaves[leaf] ?? [];
}
