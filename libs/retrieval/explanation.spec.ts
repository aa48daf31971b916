import { askedDates, explanationOf, matchingWords, wordMatcher } from './explanation.js';
import { queryWords } from './lexical/query-words.js';
import { termPositions } from './lexical/term-positions.js';
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

  const nothing = { terms: [], words: [], places: [], tags: [], dates: [] };

  it('tells where the words stand, in code points of the whole content', () => {
    const words = queryWords('tea and 茶');
    const start = content.indexOf('tea');
    const wanted = new Set(words.map(({ term }) => term));
    const places = termPositions(content.slice(start), wanted);
    const terms = [...wanted];
    const { matches, matchedTerms } = explanationOf(hit(start, content.length), content, {
      ...nothing,
      terms,
      words,
      places,
    });
    expect(matchedTerms).toEqual(['tea', '茶']);
    expect(
      matches.map(({ term, ...place }) => [term, Array.from(content).slice(place.start, place.end).join('')]),
    ).toEqual([
      ['tea', 'tea'],
      ['茶', '茶'],
    ]);
  });

  it.each([
    ['the walrus was seen by Jo on the pier', 'walrus pier', ['walrus', 'pier']],
    ['call 912 345 678 today', '912345678', ['912 345 678']],
    ['set max-connections to 5', 'max_connections', ['max-connections']],
    ['😀 the walrus at a pier 🇵🇹', 'walrus 🇵🇹', ['walrus', '🇵🇹']],
  ])('marks in "%s" what "%s" finds, and nothing before it', (text, query, expected) => {
    const wanted = new Set(matchingWords(queryWords(query)).map(({ term }) => term));
    expect(termPositions(text, wanted).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });

  it('says in a sentence what was found', () => {
    const request = { query: 'what did Lara drink on 18 March 2026?', referenceTime: new Date('2026-11-27') };
    const words = queryWords(request.query, request.referenceTime);
    const [lara] = words
      .filter(({ word }) => word === 'lara')
      .map((word) => ({ ...word, word: 'sara', instead: 'lara' }));
    const dates = askedDates(request);
    const terms = [termHash('@d2026-03-18')];
    const {
      summary,
      dates: explained,
      corrections,
    } = explanationOf(hit(0, content.length), content, {
      ...nothing,
      terms,
      words: lara === undefined ? [] : [lara],
      dates,
    });
    expect(explained).toEqual([{ text: 'on 18 March 2026', from: '2026-03-18', to: '2026-03-18', matched: true }]);
    expect(corrections).toEqual([{ from: 'lara', to: 'sara' }]);
    expect(summary).toBe(
      'Close in meaning; holds "sara"; is of the date "on 18 March 2026"; no memory holds "lara", so "sara" was looked for instead.',
    );
  });

  it('says which words only the tags have', () => {
    const words = queryWords('tea prices');
    const [tea, prices] = words.map(({ term }) => term) as [number, number];
    const seen = { ...nothing, words, places: termPositions(content, new Set([tea])), tags: [tea, prices] };
    expect(explanationOf(hit(0, content.length), content, seen).summary).toBe(
      'Close in meaning; holds "tea"; is tagged "prices".',
    );
  });

  it('tells the passage in code points', () => {
    const characters = Array.from(content);
    const starts = [...characters.keys()];
    const at = (character: number): number => characters.slice(0, character).join('').length;
    for (const start of starts.slice(1)) {
      for (const end of starts.slice(start)) {
        const { passage } = explanationOf(hit(at(start), at(end)), content, nothing);
        expect(passage).toEqual({ start, end });
      }
    }
    expect(explanationOf(hit(0, content.length), content, nothing).passage).toBeNull();
  });
});

describe('wordMatcher', () => {
  it('names the words of the query that are held, once and in its order', () => {
    const words = queryWords('more 茶, green tea and green apples');
    const [tea, green, apples, leaf] = ['tea', 'green', 'appl', '茶'].map(termHash) as [number, number, number, number];
    const matcher = wordMatcher(words);
    const matched = (terms: number[]): string[] => matcher(terms).map(({ word }) => word);
    expect(matched([apples, tea, leaf, 7, tea])).toEqual(['茶', 'tea', 'apples']);
    expect(matched([green])).toEqual(['green']);
    expect(matched([])).toEqual([]);
  });
});
