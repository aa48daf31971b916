import { explanationOf, wordMatcher } from './explanation.js';
import { queryWords } from './lexical/query-terms.js';
import { termHash } from './lexical/term-hash.js';

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
        const { passage } = explanationOf(hit(at(start), at(end)), content, []);
        expect(passage).toEqual({ start, end });
      }
    }
    expect(explanationOf(hit(0, content.length), content, []).passage).toBeNull();
  });
});

describe('wordMatcher', () => {
  it('names the words of the query that are held, once and in its order', () => {
    const words = queryWords('more 茶, green tea and green apples');
    const [tea, green, apples, leaf] = ['tea', 'green', 'appl', '茶'].map(termHash) as [number, number, number, number];
    const matched = wordMatcher(words);
    expect(matched([apples, tea, leaf, 7, tea])).toEqual(['茶', 'tea', 'apples']);
    expect(matched([green])).toEqual(['green']);
    expect(matched([])).toEqual([]);
  });
});
