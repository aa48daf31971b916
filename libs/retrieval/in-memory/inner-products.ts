import { SimdProducts } from './simd-products.js';
import { BLOCK } from './vector-blocks.js';

/**
 * The inner products of each query with all rows of `VectorBlocks`, in single precision and number after number, which
 * is how the embedded database adds: the same bits in memory and in the tables.
 *
 * @param blocks whole ones
 * @param queries vectors of the same length as the rows
 * @returns by query and row
 */
export type InnerProducts = (blocks: Float32Array, queries: readonly Float32Array[]) => Float32Array[];

/** For processors without vector instructions, and what those must give to the last bit. */
export const plainProducts: InnerProducts = (blocks, queries) =>
  queries.map((query) => {
    const sums = new Float32Array(blocks.length / query.length);
    for (let row = 0; row < sums.length; row += 4) addFour(blocks, query, row, sums);
    return sums;
  });

/** Four rows of a block side by side: the sums of one must wait for each other, those of several need not. */
function addFour(blocks: Float32Array, query: Float32Array, row: number, into: Float32Array): void {
  const { fround } = Math;
  const place = row % BLOCK;
  let at = (row - place) * query.length + place;
  let [first, second, third, fourth] = [fround(0), fround(0), fround(0), fround(0)];
  for (let i = 0; i < query.length; i++, at += BLOCK) {
    const number = query[i] ?? 0;
    first = fround(first + fround((blocks[at] ?? 0) * number));
    second = fround(second + fround((blocks[at + 1] ?? 0) * number));
    third = fround(third + fround((blocks[at + 2] ?? 0) * number));
    fourth = fround(fourth + fround((blocks[at + 3] ?? 0) * number));
  }
  into[row] = first;
  into[row + 1] = second;
  into[row + 2] = third;
  into[row + 3] = fourth;
}

/** The fastest that this processor has. */
export function innerProducts(): InnerProducts {
  const simd = SimdProducts.open();
  return simd === undefined ? plainProducts : (blocks, queries) => simd.of(blocks, queries);
}
