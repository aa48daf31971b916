import fc from 'fast-check';
import { BestMemories } from './best-memories.js';
import { VectorArena } from '../vectors/vector-arena.js';
import { PointChunk } from './point-chunk.js';

const ageless = { createdAt: 0, occurredAt: 0, expiresAt: Infinity };
const memory = (id: string) => ({
  id,
  version: 1,
  type: '',
  tags: [],
  ...ageless,
  chunk: new PointChunk(0, new VectorArena(1)),
  row: 0,
  rows: 1,
});

describe('the best memories', () => {
  it('are those with the highest scores, ties by id, whatever the order in which they come', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 12 }), (given, most) => {
        const offers = given.map((score, i) => ({ score, id: String((i * 7) % 41).padStart(2, '0') }));
        const best = new BestMemories(most);
        for (const { score, id } of offers) best.offer(score, memory(id));
        const sorted = offers.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
        const expected = sorted.slice(0, most).map(({ id }) => id);
        expect(best.memories.map(({ id }) => id).sort()).toEqual(expected.sort());
      }),
    );
  });
});
