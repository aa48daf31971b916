import { addTrees, type Tree } from './boosted-trees.js';
import { FeatureMatrix } from './feature-matrix.js';

/** Two questions: is the first signal 1 or more, is the third 0.5 or more. */
const tree: Tree = {
  columns: [0, 2],
  cuts: [1, 0.5],
  leaves: [
    [0, 0],
    [1, -1],
    [2, -2],
    [3, -3],
  ],
};

it.each([
  [
    [0, 9, 0],
    [0, 0],
  ],
  [
    [1, 9, 0],
    [1, -1],
  ],
  [
    [0.9, 9, 0.5],
    [2, -2],
  ],
  [
    [5, 9, 5],
    [3, -3],
  ],
])('for %j adds %j', (signals, added) => {
  const scores = FeatureMatrix.ofRow([10, 20]);
  addTrees(scores, [tree], FeatureMatrix.ofRow(signals));
  expect([...scores.data]).toEqual([10 + (added[0] ?? 0), 20 + (added[1] ?? 0)]);
});

it('adds up what several trees say', () => {
  const scores = FeatureMatrix.ofRow([0, 0]);
  addTrees(scores, [tree, tree], FeatureMatrix.ofRow([1, 0, 1]));
  expect([...scores.data]).toEqual([6, -6]);
});

it('adds to each row what the trees say of it', () => {
  const scores = new FeatureMatrix(2, 2);
  addTrees(scores, [tree, tree], new FeatureMatrix(2, 3, Float64Array.of(1, 0, 0, 1, 0, 1)));
  expect([...scores.data]).toEqual([2, -2, 6, -6]);
});
