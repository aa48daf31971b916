import type { QueryTerm } from './lexical/query-term.js';
import type { Surroundings } from './retrieval.types.js';
import type { VectorHit } from './vector-index/vector-query.js';
import { fieldStrength, rank } from './relevance.js';

const model = { lexicalWeight: 0.5, lexicalPower: 2, relevance: [-2, 4, -1] as const, fieldFloor: 0.2 };
const hit = (memoryId: string, cosine: number, coverage: number) => ({
  memoryId,
  passage: 0,
  start: 0,
  end: 1,
  cosine,
  coverage,
});

const ranked = (hits: VectorHit[], query = 'q', surroundings: Surroundings[] = [], terms: QueryTerm[] = []) =>
  rank({ request: { query, limit: 10 }, vector: new Float32Array(1), model, terms, hits }, surroundings);

describe('rank', () => {
  it('adds the square of the coverage to the cosine and orders by the sum, ties by id', () => {
    const hits = ranked([hit('c', 0.5, 0), hit('b', 0.375, 0.5), hit('a', 0, 1), hit('d', 0.875, 0.5)]);
    expect(hits.map(({ memoryId }) => memoryId)).toEqual(['d', 'a', 'b', 'c']);
    expect(hits[0]?.score).toBe(1);
  });

  it('does not let one shared word of many outweigh the meaning', () => {
    const [first] = ranked([hit('word', 0.3, 0.35), hit('meaning', 0.4, 0)]);
    expect(first?.memoryId).toBe('meaning');
  });

  it('raises what stands beside a good match in its session, but not what stands beside a weak one', () => {
    const weak = Array.from({ length: 60 }, (_, i) => hit(`w${100 + i}`, 0.1, 0));
    const hits = [hit('question', 0.9, 0), hit('answer', 0.3, 0), hit('rival', 0.35, 0), ...weak];
    const found = ranked(hits, 'q', [
      { memoryId: 'question', nextId: 'answer' },
      { memoryId: 'answer', previousId: 'question', nextId: 'gone' },
      { memoryId: 'rival', previousId: 'w150', nextId: 'w151' },
    ]);
    expect(found.slice(0, 3).map(({ memoryId }) => memoryId)).toEqual(['question', 'answer', 'rival']);
    expect(found[1]?.boosts).toEqual({ session: expect.closeTo(0.2 * 0.8, 10) as number, speaker: 0 });
    expect(found[2]?.boosts.session).toBe(0);
  });

  it('raises the words of the one speaker that the query names, and nobody where it names two', () => {
    const hits = [hit('ann', 0.3, 0), hit('bob', 0.35, 0)];
    const said = [
      { memoryId: 'ann', speaker: 'Ann' },
      { memoryId: 'bob', speaker: 'Bob' },
    ];
    expect(ranked(hits, "what is Ann's dog called?", said)[0]?.memoryId).toBe('ann');
    expect(ranked(hits, 'did Ann meet Bob?', said)[0]?.memoryId).toBe('bob');
    expect(ranked(hits, 'what is planned?', said)[0]?.memoryId).toBe('bob');
  });

  it('computes the probability of the documented formula', () => {
    const [best] = ranked([hit('a', 0.6, 0.5), hit('b', 0.1, 0)]);
    const lz = Math.log(1.725 ** 8 + 1.1 ** 8) / 8;
    const exponent = -2 + 4 * Math.log(1.725) - lz;
    expect(best?.relevance).toBeCloseTo(1 / (1 + Math.exp(-exponent)), 10);
  });

  it('does not let a weak match look strong for want of others', () => {
    const [alone] = ranked([hit('a', 0.05, 0)]);
    expect(alone?.relevance).toBeCloseTo(1 / (1 + Math.exp(2 - 4 * Math.log(1.05) + 0.2)), 10);
  });

  it('takes copies of a memory for no rivals of it', () => {
    const [alone] = ranked([hit('a', 0.6, 1), hit('z', 0.1, 0)]);
    const copies = ['a', 'b', 'c', 'd'].map((id) => hit(id, 0.6, 1));
    const [first] = ranked([...copies, hit('z', 0.1, 0)]);
    expect(first?.relevance).toBeCloseTo(alone?.relevance ?? 0, 10);
    const [rivalled] = ranked([hit('a', 0.6, 1), hit('b', 0.59, 1), hit('z', 0.1, 0)]);
    expect(rivalled?.relevance).toBeLessThan(alone?.relevance ?? 0);
  });

  it('is less sure where another word stands in for one that is asked for, in the same order', () => {
    const hits = [hit('a', 0.6, 1), hit('b', 0.7, 0)];
    const term = { term: 1, weight: 2, frequency: 1 };
    const sure = ranked(hits, 'q', [], [term]);
    const unsure = ranked(hits, 'q', [], [{ ...term, asked: 4 }]);
    expect(unsure.map(({ memoryId }) => memoryId)).toEqual(sure.map(({ memoryId }) => memoryId));
    // Half of what is asked: as a coverage of a half.
    const exponent = (score: number): number => -2 + 4 * Math.log(1 + score) - Math.log(2.1 ** 8 + 1.7 ** 8) / 8;
    expect(sure[0]?.relevance).toBeCloseTo(1 / (1 + Math.exp(-exponent(1.1))), 10);
    expect(unsure[0]?.relevance).toBeCloseTo(1 / (1 + Math.exp(-exponent(0.725))), 10);
  });

  it('takes words for evidence of more where there is no vector to compare, in the same order', () => {
    const hits = [hit('a', 0, 1), hit('b', 0, 0.5)];
    const byWords = rank({ request: { query: 'q', limit: 10 }, vector: undefined, model, terms: [], hits });
    expect(byWords.map(({ memoryId }) => memoryId)).toEqual(['a', 'b']);
    expect(byWords[0]?.relevance).toBeGreaterThan(ranked(hits)[0]?.relevance ?? 1);
    expect(byWords[0]?.score).toBe(1.1);
  });

  it('makes nothing of nothing', () => {
    expect(ranked([])).toEqual([]);
    expect(fieldStrength([])).toBe(0);
  });
});

describe('fieldStrength', () => {
  it('looks at the best 25 only', () => {
    const scores = Array.from({ length: 25 }, () => 0.4);
    expect(fieldStrength([...scores, 0.4, 0.4])).toBe(fieldStrength(scores));
    expect(fieldStrength(scores)).toBeCloseTo(Math.log(1.4) + Math.log(25) / 8, 10);
  });
});
