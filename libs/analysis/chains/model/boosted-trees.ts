import type { FeatureMatrix } from './feature-matrix.js';

/** A tree that asks the same question of all on a level. */
export interface Tree {
  /** The signal that each level asks for, and the value from which on the answer is yes. */
  readonly columns: readonly number[];
  readonly cuts: readonly number[];
  /** A score a class for each leaf; a leaf's number has a bit a level. */
  readonly leaves: readonly (readonly number[])[];
}

/** Trees one behind the other, as they are walked through. */
interface Forest {
  /** By tree: its number of levels. */
  readonly levels: Uint8Array;
  /** By level, tree after tree. */
  readonly columns: Uint16Array;
  readonly cuts: Float64Array;
  /** By class, leaf after leaf, tree after tree. */
  readonly leaves: Float64Array;
  readonly classes: number;
}

const forests = new WeakMap<readonly Tree[], Forest>();

/** Adds what the trees say of each row of signals to the scores of the classes in the same row. */
export function addTrees(scores: FeatureMatrix, trees: readonly Tree[], signals: FeatureMatrix): void {
  if (trees.length === 0) return;
  const forest = forestOf(trees);
  for (let row = 0; row < signals.height; row++)
    addToRow(scores.data, row * scores.width, forest, signals.data, row * signals.width);
}

function addToRow(scores: Float64Array, row: number, forest: Forest, signals: Float64Array, from: number): void {
  const { levels, columns, cuts, leaves, classes } = forest;
  let level = 0;
  let first = 0;
  for (const depth of levels) {
    let leaf = 0;
    for (let i = 0; i < depth; i++, level++) {
      leaf |= Number((signals[from + (columns[level] ?? 0)] ?? 0) >= (cuts[level] ?? 0)) << i;
    }
    const at = first + leaf * classes;
    for (let one = 0; one < classes; one++) scores[row + one] = (scores[row + one] ?? 0) + (leaves[at + one] ?? 0);
    first += classes << depth;
  }
}

function forestOf(trees: readonly Tree[]): Forest {
  const known = forests.get(trees);
  if (known !== undefined) return known;
  const classes = Math.max(...trees.flatMap(({ leaves }) => leaves.map((leaf) => leaf.length)));
  const forest = {
    levels: Uint8Array.from(trees, ({ columns }) => columns.length),
    columns: Uint16Array.from(trees.flatMap(({ columns }) => columns)),
    cuts: Float64Array.from(trees.flatMap(({ columns, cuts }) => columns.map((_, level) => cuts[level] ?? 0))),
    leaves: Float64Array.from(trees.flatMap((tree) => leavesOf(tree, classes))),
    classes,
  };
  forests.set(trees, forest);
  return forest;
}

/** Scores of all leaves that there can be, 0 where nothing was fitted. */
function leavesOf({ columns, leaves }: Tree, classes: number): number[] {
  const scores: number[] = [];
  for (let leaf = 0; leaf < 1 << columns.length; leaf++) {
    for (let one = 0; one < classes; one++) scores.push(leaves[leaf]?.[one] ?? 0);
  }
  return scores;
}
