import { addTrees, type Tree } from './boosted-trees.js';

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
  const scores = [10, 20];
  addTrees(scores, [tree], signals);
  expect(scores).toEqual([10 + (added[0] ?? 0), 20 + (added[1] ?? 0)]);
});

it('adds up what several trees say', () => {
  const scores = [0, 0];
  addTrees(scores, [tree, tree], [1, 0, 1]);
  expect(scores).toEqual([6, -6]);
});
