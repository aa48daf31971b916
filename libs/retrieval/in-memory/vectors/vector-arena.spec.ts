import fc from 'fast-check';
import { type Slab, VectorArena } from './vector-arena.js';
import { VectorBlocks } from './vector-blocks.js';

const DIMENSIONS = 3;
const take = fc.record({ blocks: fc.integer({ min: 1, max: 64 }) });
const giveBack = fc.record({ which: fc.nat() });

describe('VectorArena', () => {
  it('gives slabs that share nothing, of zeros, whatever was taken and given back before', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(take, giveBack), { maxLength: 60 }), (steps) => {
        const arena = new VectorArena(DIMENSIONS);
        const taken: { slab: Slab; mark: number }[] = [];
        steps.forEach((step, mark) => {
          if ('blocks' in step) {
            const slab = arena.take(step.blocks);
            expect(slab.blocks).toBeGreaterThanOrEqual(step.blocks);
            expect(arena.view(slab).every((number) => number === 0)).toBe(true);
            arena.view(slab).fill(mark + 1);
            taken.push({ slab, mark: mark + 1 });
          } else if (taken.length > 0) {
            const [gone] = taken.splice(step.which % taken.length, 1);
            arena.giveBack(gone!.slab);
          }
        });
        for (const { slab, mark } of taken) {
          expect(arena.view(slab).every((number) => number === mark)).toBe(true);
        }
      }),
    );
  });

  it('needs no more memory for what is taken again, however it was divided', () => {
    const arena = new VectorArena(DIMENSIONS);
    const size = (): number => arena.view({ at: 0, blocks: 1 }).buffer.byteLength;
    const large = Array.from({ length: 8 }, () => arena.take(64));
    const before = size();
    for (let round = 0; round < 5; round++) {
      for (const slab of large.splice(0)) arena.giveBack(slab);
      const small = Array.from({ length: 512 }, () => arena.take(1));
      for (const slab of small) arena.giveBack(slab);
      for (let i = 0; i < 8; i++) large.push(arena.take(64));
    }
    expect(size()).toBe(before);
  });

  it('moves vectors to where there is room as their number grows', () => {
    const arena = new VectorArena(DIMENSIONS);
    const vector = (row: number, of: number): Float32Array => Float32Array.of(row, of, row + of);
    const all = [new VectorBlocks(arena), new VectorBlocks(arena)];
    for (let row = 0; row < 1_024; row++) all.forEach((blocks, of) => blocks.set(row, vector(row, of)));
    all[0]!.release();
    for (let row = 0; row < 1_024; row++) expect(all[1]!.vector(row)).toEqual(vector(row, 1));
  });
});
