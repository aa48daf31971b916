import fc from 'fast-check';
import { innerProducts, plainProducts, simdProducts } from './inner-products.js';
import { VectorArena } from './vector-arena.js';
import { VectorBlocks } from './vector-blocks.js';

const single = fc.float({ noNaN: true, noDefaultInfinity: true });
/** Vectors of one length, and as many more for queries. */
const vectors = fc
  .integer({ min: 1, max: 70 })
  .chain((length) =>
    fc.tuple(
      fc.array(fc.float32Array({ minLength: length, maxLength: length, noNaN: true }), { minLength: 1, maxLength: 40 }),
      fc.array(fc.float32Array({ minLength: length, maxLength: length, noNaN: true }), { minLength: 1, maxLength: 3 }),
    ),
  );

function blocksOf(rows: readonly Float32Array[], code = innerProducts): VectorBlocks {
  const blocks = new VectorBlocks(new VectorArena(rows[0]?.length ?? 0, code));
  rows.forEach((row, i) => {
    blocks.set(i, row);
  });
  return blocks;
}

/** In single precision, number after number. */
function productOf(a: Float32Array, b: Float32Array): number {
  const sums = new Float32Array(1);
  const product = new Float32Array(1);
  a.forEach((value, i) => {
    product[0] = value * b[i]!;
    sums[0] = sums[0]! + product[0];
  });
  return sums[0]!;
}

describe('inner products', () => {
  it('are added up number after number, with and without vector instructions: the same bits', () => {
    expect(simdProducts(new WebAssembly.Memory({ initial: 1 }))).toBeDefined();
    fc.assert(
      fc.property(vectors, ([rows, queries]) => {
        const plain = blocksOf(rows, plainProducts).compare(rows.length, queries);
        expect(blocksOf(rows).compare(rows.length, queries)).toEqual(plain);
        queries.forEach((query, i) => {
          const expected = rows.map((row) => productOf(row, query));
          expect([...plain[i]!.subarray(0, rows.length)]).toEqual(expected);
        });
      }),
    );
  });

  it('are the same where the blocks are compared piece by piece', () => {
    fc.assert(
      fc.property(fc.array(single, { minLength: 3, maxLength: 9 }), (numbers) => {
        const at = (i: number): number => numbers[i % numbers.length]! / (1 + (i % 11));
        const rows = Array.from({ length: 700 }, (_, row) =>
          Float32Array.from({ length: 256 }, (_, i) => at(row * 7 + i)),
        );
        const queries = rows.slice(0, 5);
        const [simd, plain] = [blocksOf(rows), blocksOf(rows, plainProducts)];
        expect(simd.compare(rows.length, queries)).toEqual(plain.compare(rows.length, queries));
      }),
      { numRuns: 5 },
    );
  });

  it('leave every vector as it was set', () => {
    fc.assert(
      fc.property(vectors, ([rows]) => {
        const blocks = blocksOf(rows);
        rows.forEach((row, i) => {
          expect(blocks.vector(i)).toEqual(row);
        });
      }),
    );
  });
});
