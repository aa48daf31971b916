import { meanPool } from './mean-pooling.js';

describe('meanPool', () => {
  it('averages the tokens that are no padding, at unit length', () => {
    const hidden = Float32Array.of(3, 0, 3, 8, 99, 99, 0, 2, 50, 50, 50, 50);
    const mask = BigInt64Array.of(1n, 1n, 0n, 1n, 0n, 0n);
    const vectors = meanPool({ hidden, mask, texts: 2, dimensions: 2 });
    expect([...vectors].map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.8, 0, 1]);
  });
});
