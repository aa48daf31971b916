import { INNER_PRODUCTS } from './inner-products.wasm.js';

/** Rows of a block. */
export const BLOCK = 16;
const NUMBER_BYTES = 4;

/**
 * Writes the inner products of a query with all rows of whole blocks, in single precision and number after number, which is
 * how the embedded database adds: the same bits in memory and in the tables. All are places in the memory, in numbers.
 *
 * @param blocks where they begin; of a block first the first numbers of all its rows, then the second ones, and so on
 * @param blocksEnd behind the last one
 * @param query as many numbers as a row
 * @param sums where a number for each row goes
 */
export type InnerProducts = (blocks: number, blocksEnd: number, query: number, queryEnd: number, sums: number) => void;

/** For processors without vector instructions, and what those must give to the last bit. */
export function plainProducts(memory: WebAssembly.Memory): InnerProducts {
  return (blocks, blocksEnd, query, queryEnd, sums) => {
    const numbers = new Float32Array(memory.buffer);
    const wanted = numbers.subarray(query, queryEnd);
    const rows = (blocksEnd - blocks) / wanted.length;
    for (let row = 0; row < rows; row += 4) {
      const place = row % BLOCK;
      addFour(numbers, blocks + (row - place) * wanted.length + place, wanted, sums + row);
    }
  };
}

/** Four rows of a block side by side: the sums of one must wait for each other, those of several need not. */
function addFour(numbers: Float32Array, from: number, query: Float32Array, into: number): void {
  const { fround } = Math;
  let at = from;
  let [first, second, third, fourth] = [fround(0), fround(0), fround(0), fround(0)];
  for (let i = 0; i < query.length; i++, at += BLOCK) {
    const number = query[i] ?? 0;
    first = fround(first + fround((numbers[at] ?? 0) * number));
    second = fround(second + fround((numbers[at + 1] ?? 0) * number));
    third = fround(third + fround((numbers[at + 2] ?? 0) * number));
    fourth = fround(fourth + fround((numbers[at + 3] ?? 0) * number));
  }
  numbers.set([first, second, third, fourth], into);
}

/** The same in vector instructions; undefined where the processor has none. */
export function simdProducts(memory: WebAssembly.Memory): InnerProducts | undefined {
  if (!WebAssembly.validate(INNER_PRODUCTS)) return undefined;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(INNER_PRODUCTS), { host: { memory } });
  const run = exports['run'] as InnerProducts;
  return (blocks, blocksEnd, query, queryEnd, sums) => {
    run(
      NUMBER_BYTES * blocks,
      NUMBER_BYTES * blocksEnd,
      NUMBER_BYTES * query,
      NUMBER_BYTES * queryEnd,
      NUMBER_BYTES * sums,
    );
  };
}

/** The fastest that this processor has. */
export function innerProducts(memory: WebAssembly.Memory): InnerProducts {
  return simdProducts(memory) ?? plainProducts(memory);
}
