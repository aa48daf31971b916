import { INNER_PRODUCTS } from './inner-products.wasm.js';
import { BLOCK } from './vector-blocks.js';

/** Of blocks that are taken into the memory of the code at a time: they stay in the processor's cache for all queries. */
const PIECE = 65_536;
const PAGE_BYTES = 65_536;
const NUMBER_BYTES = 4;

/** `plainProducts` in vector instructions. The code sees only a memory of its own, so what it works on goes through there. */
export class SimdProducts {
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private readonly run: (blocks: number, blocksEnd: number, query: number, queryEnd: number, sums: number) => void;
  private numbers = new Float32Array(this.memory.buffer);

  private constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(INNER_PRODUCTS), {
      host: { memory: this.memory },
    });
    this.run = exports['run'] as typeof this.run;
  }

  /** Undefined where the processor has no such instructions. */
  static open(): SimdProducts | undefined {
    return WebAssembly.validate(INNER_PRODUCTS) ? new SimdProducts() : undefined;
  }

  /** @see InnerProducts */
  of(blocks: Float32Array, queries: readonly Float32Array[]): Float32Array[] {
    const dimensions = queries[0]?.length ?? 1;
    const blockLength = BLOCK * dimensions;
    const piece = Math.max(1, Math.floor(PIECE / blockLength)) * blockLength;
    const from = queries.length * dimensions;
    this.makeRoom(from + piece + piece / dimensions);
    queries.forEach((query, i) => {
      this.numbers.set(query, i * dimensions);
    });
    const products = queries.map(() => new Float32Array(blocks.length / dimensions));
    for (let at = 0; at < blocks.length; at += piece) {
      const part = blocks.subarray(at, at + piece);
      this.numbers.set(part, from);
      products.forEach((sums, query) => {
        sums.set(this.sums(query * dimensions, from, part.length, dimensions), at / dimensions);
      });
    }
    return products;
  }

  /** Places and lengths in numbers. @returns a view of the memory, which the next call writes over */
  private sums(query: number, blocks: number, length: number, dimensions: number): Float32Array {
    const end = blocks + length;
    const [blocksAt, blocksEnd, queryAt, queryEnd] = [blocks, end, query, query + dimensions].map(
      (place) => NUMBER_BYTES * place,
    ) as [number, number, number, number];
    this.run(blocksAt, blocksEnd, queryAt, queryEnd, blocksEnd);
    return this.numbers.subarray(end, end + length / dimensions);
  }

  private makeRoom(numbers: number): void {
    const missing = numbers * NUMBER_BYTES - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.numbers = new Float32Array(this.memory.buffer);
  }
}
