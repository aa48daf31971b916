import fc from 'fast-check';
import { TermWeights } from './term-weights.js';

const term = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

describe('the weights of terms', () => {
  it('are what a map of them would say, for any terms', () => {
    fc.assert(
      fc.property(fc.uniqueArray(term, { maxLength: 60 }), fc.array(term), (given, others) => {
        const weights = new TermWeights(given.map((id, i) => ({ term: id, weight: i + 1 })));
        const map = new Map(given.map((id, i) => [id, i + 1]));
        for (const id of [...given, ...others]) expect(weights.of(id)).toBe(map.get(id) ?? 0);
        const all = Int32Array.from([...given, ...others]);
        const sum = all.reduce((total, id) => total + (map.get(id) ?? 0), 0);
        expect(weights.sum(all, 0, all.length)).toBe(sum);
      }),
    );
  });
});
