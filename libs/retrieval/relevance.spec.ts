import { fieldStrength, informationOf, rank } from './relevance.js';

const model = { lexicalWeight: 0.5, relevance: [-2, 4, -1, 0.3] as const, fieldFloor: 0.2 };
const hit = (memoryId: string, cosine: number, coverage: number) => ({
  memoryId,
  passage: 0,
  start: 0,
  end: 1,
  cosine,
  coverage,
});
const terms = [
  { term: 1, weight: 4, frequency: 1 },
  { term: 2, weight: 3, frequency: 1 },
];

describe('rank', () => {
  it('adds coverage to the cosine and orders by the sum, ties by id', () => {
    const ranked = rank(
      [hit('c', 0.5, 0), hit('b', 0.25, 0.75), hit('a', 0.125, 1), hit('d', 0.875, 0.5)],
      terms,
      model,
    );
    expect(ranked.map(({ memoryId }) => memoryId)).toEqual(['d', 'a', 'b', 'c']);
    expect(ranked[0]?.score).toBe(1.125);
  });

  it('computes the probability of the documented formula', () => {
    const [best] = rank([hit('a', 0.6, 0.5), hit('b', 0.1, 0)], terms, model);
    const lz = Math.log(Math.exp(8 * 0.85) + Math.exp(8 * 0.1)) / 8;
    const exponent = -2 + 4 * 0.85 - lz + 0.3 * Math.log(8);
    expect(best?.relevance).toBeCloseTo(1 / (1 + Math.exp(-exponent)), 10);
  });

  it('does not let a weak match look strong for want of others', () => {
    const [alone] = rank([hit('a', 0.05, 0)], terms, model);
    expect(alone?.relevance).toBeCloseTo(1 / (1 + Math.exp(2 - 4 * 0.05 + 0.2 - 0.3 * Math.log(8))), 10);
  });

  it('makes nothing of nothing', () => {
    expect(rank([], [], model)).toEqual([]);
    expect(informationOf([])).toBe(0);
    expect(fieldStrength([])).toBe(0);
  });
});

describe('fieldStrength', () => {
  it('looks at the best 25 only', () => {
    const scores = Array.from({ length: 25 }, () => 0.4);
    expect(fieldStrength([...scores, 0.4, 0.4])).toBe(fieldStrength(scores));
    expect(fieldStrength(scores)).toBeCloseTo(0.4 + Math.log(25) / 8, 10);
  });
});
