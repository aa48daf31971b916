import fc from 'fast-check';
import { TermPostings } from './term-postings.js';

const term = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));

describe('postings', () => {
  it('name the rows that hold a term, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(term, { maxLength: 8 }), { maxLength: 40 }),
        fc.array(term),
        (rows, others) => {
          let end = 0;
          const ends = Int32Array.from(rows, ({ length }) => (end += length));
          const postings = new TermPostings(Int32Array.from(rows.flat()), ends);
          for (const asked of [...rows.flat(), ...others]) {
            const found: number[] = [];
            postings.forEach(asked, (row) => found.push(row));
            expect(found).toEqual([...rows.keys()].filter((row) => rows[row]?.includes(asked)));
          }
        },
      ),
    );
  });
});
