import { pooled } from './pooling.js';

describe('pooled', () => {
  it.each([
    ['mean', [0.6, 0.8]],
    ['first', [1, 0]],
    ['last', [0, 1]],
  ] as const)('takes the %s of the tokens, at unit length', (pooling, expected) => {
    const into = new Float32Array(4);
    pooled({ hidden: Float32Array.of(6, 0, 0, 8), dimensions: 2 }, pooling, into, 2);
    expect([...into].map((value) => Number(value.toFixed(6)))).toEqual([0, 0, ...expected]);
  });
});
