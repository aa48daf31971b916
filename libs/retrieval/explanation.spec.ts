import { explanationOf } from './explanation.js';
import { queryWords } from './lexical/query-terms.js';

describe('explanationOf', () => {
  const content = '🍵 tea, 茶, 𝒜nd e\u0301 👍🏽 more';
  const hit = (start: number, end: number) => ({
    memoryId: 'm',
    passage: 0,
    start,
    end,
    cosine: 0.5,
    coverage: 0.5,
    score: 0.9,
    relevance: 0.8,
    boosts: { session: 0, speaker: 0 },
  });

  it('tells the passage in code points', () => {
    const characters = Array.from(content);
    const starts = [...characters.keys()];
    const at = (character: number): number => characters.slice(0, character).join('').length;
    for (const start of starts.slice(1)) {
      for (const end of starts.slice(start)) {
        const { passage } = explanationOf(hit(at(start), at(end)), content, [], new Set());
        expect(passage).toEqual({ start, end });
      }
    }
    expect(explanationOf(hit(0, content.length), content, [], new Set()).passage).toBeNull();
  });

  it('names the words of the query that are held, in its order', () => {
    const words = queryWords('more 茶, green tea');
    const held = new Set(words.flatMap(({ word, term }) => (word === 'green' ? [] : [term])));
    expect(explanationOf(hit(0, 4), content, words, held).matchedTerms).toEqual(['茶', 'tea']);
  });
});
