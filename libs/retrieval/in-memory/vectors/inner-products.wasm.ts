import { f32x4, i32, local, loopWhile, moduleOf, v128 } from './wasm-code.js';

// Parameters: addresses in bytes. Where the blocks and the query begin and end, and where the sums go.
const [BLOCKS, BLOCKS_END, QUERY, QUERY_END, SUMS] = [0, 1, 2, 3, 4];
const AT = 5;
const NUMBER = 6;
/** Sums of four rows each. */
const QUARTERS = [7, 8, 9, 10];
const BLOCK_BYTES = 64;

const forward = (pointer: number, bytes: number): readonly number[] => [
  ...local.get(pointer),
  ...i32.const(bytes),
  ...i32.add,
];

const addProducts = QUARTERS.flatMap((sum, quarter) => [
  ...local.get(sum),
  ...local.get(BLOCKS),
  ...v128.load(16 * quarter),
  ...local.get(NUMBER),
  ...f32x4.mul,
  ...f32x4.add,
  ...local.set(sum),
]);

/** For each number of the query: one after the other, which is the order that the bits of a sum depend on. */
const overQuery = loopWhile(
  local.get(AT),
  v128.load32Splat(0),
  local.set(NUMBER),
  addProducts,
  forward(BLOCKS, BLOCK_BYTES),
  local.set(BLOCKS),
  forward(AT, 4),
  local.tee(AT),
  local.get(QUERY_END),
  i32.ltU,
);

const overBlocks = loopWhile(
  local.get(QUERY),
  local.set(AT),
  QUARTERS.flatMap((sum) => [...v128.zero, ...local.set(sum)]),
  overQuery,
  QUARTERS.flatMap((sum, quarter) => [...local.get(SUMS), ...local.get(sum), ...v128.store(16 * quarter)]),
  forward(SUMS, BLOCK_BYTES),
  local.set(SUMS),
  local.get(BLOCKS),
  local.get(BLOCKS_END),
  i32.ltU,
);

/** What `innerProducts` does, sixteen rows at a time, in vector instructions: multiplied and added in the same order. */
export const INNER_PRODUCTS = moduleOf({ parameters: 5, integers: 1, vectors: 5 }, overBlocks);
