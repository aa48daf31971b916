import { analyzeDocument, labelText } from './document-analysis.js';
import { dateWords } from './date-words.js';
import { queryWords } from './query-words.js';
import { weighTerms } from './weigh-terms.js';
import { termHash } from './term-hash.js';

describe('a document', () => {
  const createdAt = new Date('2026-03-18T09:30:00Z');
  it('is found by content, tags, date words and short metadata', () => {
    const metadata = {
      occurredAt: '2023-05-08T13:56:00.000Z',
      speaker: 'Caroline',
      long: 'x'.repeat(65),
      count: 7,
      deep: { a: 'hidden' },
    };
    const statedDay = '2023-05-08';
    const [passage] = analyzeDocument({
      content: 'A support group',
      tags: ['wellbeing'],
      metadata,
      statedDay,
      createdAt,
    });
    const dates = ['@d2023-05-08', '@m2023-05', '@y2023', '@D05-08', '@M05'];
    const words = ['support', 'group', 'wellb', '8', 'may', '2023', 'monday', 'carolin'];
    const expected = [...words, ...dates].map(termHash);
    expect([...(passage?.terms ?? [])].sort()).toEqual(expected.sort());
  });

  it('labels every passage of a long content', () => {
    const passages = analyzeDocument({
      content: 'One more sentence here. '.repeat(200),
      tags: ['budget'],
      metadata: {},
      createdAt,
    });
    expect(passages.length).toBeGreaterThan(3);
    for (const { terms } of passages) expect(terms).toContain(termHash('budget'));
  });

  it.each([
    ['a day that is stated', { statedDay: '2025-01-02' }, '@d2025-01-02'],
    ['the head of a log line', { content: '[2025-03-04 09:30] Anna: the boiler is off' }, '@d2025-03-04'],
    ['the time of storing', {}, '@d2026-03-18'],
    ['a date in the text', { content: 'The boiler was off on 5 June 2024.' }, '@d2024-06-05'],
    ['a date without year in the text', { content: 'Her birthday is on June 5th.' }, '@D06-05'],
  ])('has the terms of %s', (_, changes, term) => {
    const [passage] = analyzeDocument({ content: 'the boiler', tags: [], metadata: {}, createdAt, ...changes });
    expect(passage?.terms).toContain(termHash(term));
  });

  it('limits how many metadata strings count', () => {
    const metadata = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, `v${i}`]));
    expect(
      labelText([], metadata)
        .split('\n')
        .filter((value) => value.startsWith('v')),
    ).toHaveLength(50);
  });
});

describe('dateWords', () => {
  it('are day, month, year and weekday', () => {
    expect(dateWords('2024-02-29')).toBe('29 february 2024 thursday');
  });
});

describe('query terms', () => {
  it('weigh repeats twice and rare terms more', () => {
    const words = queryWords('dogs and a dog, and Melanie');
    const [dog, melanie] = [termHash('dog'), termHash('melani')];
    expect(words).toEqual([
      { word: 'dogs', term: dog, count: 2, certainty: 1, mayBeSlip: false, role: 'word' },
      { word: 'melanie', term: melanie, count: 1, certainty: 1, mayBeSlip: true, role: 'word', isName: true },
    ]);
    const weighed = weighTerms(words, { points: 100, frequencies: new Map([[dog, 10]]) });
    expect(weighed.map(({ weight }) => weight)).toEqual([
      expect.closeTo(2 * Math.log(1 + 90.5 / 10.5), 8),
      expect.closeTo(Math.log(1 + 100.5 / 0.5), 8),
    ]);
  });

  it('may be slips where they are no common English words, or are written as names within a sentence', () => {
    const words = queryWords('Painting a hoouse for Grace. Grateful, says “Hope” of Zürich');
    expect(words.filter(({ mayBeSlip }) => mayBeSlip).map(({ word }) => word)).toEqual(['hoouse', 'grace', 'zürich']);
  });

  it('stay positive with stale statistics', () => {
    const weighed = weighTerms([{ word: 'a', term: 1, count: 1, certainty: 1, mayBeSlip: false, role: 'word' }], {
      points: 3,
      frequencies: new Map([[1, 9]]),
    });
    expect(weighed[0]?.weight).toBeGreaterThan(0);
  });
});

describe('termHash', () => {
  it('never changes: stored terms depend on it', () => {
    expect(['', 'dog', '北京'].map(termHash)).toMatchInlineSnapshot(`
      [
        -1421968373,
        -1851177561,
        -185702360,
      ]
    `);
  });

  it('is a signed 32-bit integer without collisions among common words', () => {
    const ids = new Set(Array.from({ length: 20_000 }, (_, i) => termHash(`w${i}`)));
    expect(ids.size).toBe(20_000);
    for (const id of ids) expect(id).toBe(id | 0);
  });
});
