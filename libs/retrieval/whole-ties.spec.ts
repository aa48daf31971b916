import { wholeTies } from './whole-ties.js';

const hit = (id: string, cosine: number, coverage: number) => ({ id, cosine, coverage });
const ids = (hits: readonly { id: string }[]): string[] => hits.map(({ id }) => id);

describe('wholeTies', () => {
  const near = [hit('near', 0.9, 0.2), hit('nearer', 0.8, 0)];
  const more = [hit('more', 0.1, 0.7)];

  it('leaves out what only its id brought into the channel of words', () => {
    const one = wholeTies([...near, ...more, hit('a', 0.1, 0.2)], 2);
    const other = wholeTies([...near, ...more, hit('b', 0.2, 0.2 + 1e-9)], 2);
    expect([ids(one), ids(other)]).toEqual([
      ['near', 'nearer', 'more'],
      ['near', 'nearer', 'more'],
    ]);
  });

  it('leaves a channel alone that brought fewer than it may, and one without words', () => {
    expect(wholeTies([...near, ...more], 4)).toHaveLength(3);
    expect(wholeTies([hit('a', 0.1, 0), hit('b', 0.2, 0), hit('c', 0.3, 0)], 1)).toHaveLength(3);
  });
});
