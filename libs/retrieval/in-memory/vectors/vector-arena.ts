import { BLOCK, innerProducts } from './inner-products.js';

/** Blocks of the largest slab: 1,024 rows. */
const MOST_BLOCKS = 64;
/** Blocks compared with every query before the next ones are: they stay in the processor's cache, 256 kB. */
const PIECE = 65_536;
const PAGE_BYTES = 65_536;
const NUMBER_BYTES = 4;

/** Blocks that lie one behind the other: 1, 2, 4 and so on up to 64. */
export interface Slab {
  /** Of the first block, counted from that of the first slab. */
  readonly at: number;
  readonly blocks: number;
}

/**
 * The memory of vectors of one length, in which the code that compares them runs: what it compares need not be copied. A
 * slab is taken and freed as a whole; halves that are both free become one again.
 */
export class VectorArena {
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private readonly products;
  private readonly free = new FreeSlabs();
  /** Numbers of a block. */
  private readonly block: number;
  /** Where the first slab begins, behind a query and the sums of a slab. */
  private readonly base: number;
  private numbers = new Float32Array(this.memory.buffer);
  private slabs = 0;

  constructor(
    readonly dimensions: number,
    code = innerProducts,
  ) {
    this.products = code(this.memory);
    this.block = BLOCK * dimensions;
    this.base = dimensions + MOST_BLOCKS * BLOCK;
  }

  /** Bytes of a slab of so many blocks. */
  bytesOf(blocks: number): number {
    return blocks * this.block * NUMBER_BYTES;
  }

  /**
   * At least so many blocks, of zeros.
   * @param blocks up to 64
   * @throws RangeError where the system gives no more memory
   */
  take(blocks: number): Slab {
    const order = Math.ceil(Math.log2(blocks));
    const known = this.free.take(order);
    const at = known ?? this.append(order);
    const slab = { at, blocks: 2 ** order };
    if (known !== undefined) this.view(slab).fill(0);
    return slab;
  }

  giveBack({ at, blocks }: Slab): void {
    this.free.add(at, Math.log2(blocks));
  }

  /** Its numbers. To be used at once: the memory may be another one after `take`. */
  view({ at, blocks }: Slab): Float32Array {
    const from = this.base + at * this.block;
    return this.numbers.subarray(from, from + blocks * this.block);
  }

  /**
   * Of each query with the rows of the slab's first blocks.
   * @returns by query and row
   */
  compare({ at }: Slab, blocks: number, queries: readonly Float32Array[]): Float32Array[] {
    const { dimensions, block, base } = this;
    const products = queries.map(() => new Float32Array(blocks * BLOCK));
    const piece = Math.max(1, Math.floor(PIECE / block));
    for (let first = 0; first < blocks; first += piece) {
      const end = Math.min(blocks, first + piece);
      const [from, to] = [base + (at + first) * block, base + (at + end) * block];
      products.forEach((sums, i) => {
        this.numbers.set(queries[i] ?? [], 0);
        this.products(from, to, 0, dimensions, dimensions);
        sums.set(this.numbers.subarray(dimensions, dimensions + (end - first) * BLOCK), first * BLOCK);
      });
    }
    return products;
  }

  /** @returns where a slab of that order is, of which the rest is free now */
  private append(order: number): number {
    const at = this.slabs * MOST_BLOCKS;
    const end = NUMBER_BYTES * (this.base + (at + MOST_BLOCKS) * this.block);
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.numbers = new Float32Array(this.memory.buffer);
    }
    this.slabs++;
    this.free.add(at, Math.log2(MOST_BLOCKS));
    return this.free.take(order) ?? at;
  }
}

/** Slabs by order, the power of two of their blocks, and place, a multiple of their blocks. */
class FreeSlabs {
  private readonly byOrder = Array.from({ length: Math.log2(MOST_BLOCKS) + 1 }, () => new Set<number>());

  add(at: number, order: number): void {
    const other = at ^ (2 ** order);
    if (2 ** order < MOST_BLOCKS && this.byOrder[order]?.delete(other) === true) {
      this.add(Math.min(at, other), order + 1);
    } else {
      this.byOrder[order]?.add(at);
    }
  }

  /** @returns where it is; undefined where there is none */
  take(order: number): number | undefined {
    for (let larger = order; larger < this.byOrder.length; larger++) {
      const slabs = this.byOrder[larger] ?? new Set();
      for (const at of slabs) {
        slabs.delete(at);
        // Halved until it is as small as wanted; the upper halves remain.
        for (let half = larger - 1; half >= order; half--) this.byOrder[half]?.add(at + 2 ** half);
        return at;
      }
    }
    return undefined;
  }
}
