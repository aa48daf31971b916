import { dayAt, isoDay } from './calendar.js';
import { wantedTerms } from './date-terms.js';
import { datesIn, headDay, writtenDatesIn } from './dates-in.js';

/** A Monday. */
const today = dayAt(new Date('2026-06-15T12:00:00Z'));
const spans = (query: string): string[] =>
  datesIn(query, today).flatMap((date) =>
    date.spans.map(({ from, to }) => (from === to ? isoDay(from) : `${isoDay(from)}..${isoDay(to)}`)),
  );

describe('the dates of a query', () => {
  it.each([
    'March 18th',
    'March 18, 2026',
    'Mar 18 2026',
    "Mar 18 '26",
    '18 March 2026',
    '18th of March 2026',
    'the eighteenth of March',
    'Wednesday, March 18, 2026',
    '18-Mar-2026',
    'March 18: lunch',
    'release on 18.03.2026',
    '2026. március 18.',
    '2026-03-18',
    '2026/03/18',
    '2026.03.18',
    '20260318',
    '2026 March 18',
    '03/18/2026',
    '3/18/26',
    'on 3/18',
    '18.03.2026',
    '18.3.26',
    'am 18.3.',
    '18. März 2026',
    'Mi, 18.03.2026',
    'am achtzehnten März',
    'le 18 mars 2026',
    'el 18 de marzo de 2026',
    '18 de março de 2026',
    '18 marzo 2026',
    '18 maart 2026',
    '18 marca 2026',
    '18 марта 2026',
    '2026年3月18日',
    '2026년 3월 18일',
  ])('read "%s" as one day', (query) => {
    expect(spans(query)).toEqual(['2026-03-18']);
  });

  it.each([
    ['yesterday', '2026-06-14'],
    ['vorgestern', '2026-06-13'],
    ["qu'avons-nous fait hier", '2026-06-14'],
    ['anteayer', '2026-06-13'],
    ['ontem', '2026-06-14'],
    ["l'altro ieri", '2026-06-13'],
    ['eergisteren', '2026-06-13'],
    ['three days ago', '2026-06-12'],
    ['vor zwei Wochen', '2026-06-01'],
    ['il y a une semaine', '2026-06-08'],
    ['hace 3 días', '2026-06-12'],
    ['last Friday', '2026-06-12'],
    ['in 3 days', '2026-06-18'],
    ['na sexta-feira passada', '2026-06-12'],
    ['last week', '2026-06-08..2026-06-14'],
    ['last weekend', '2026-06-13..2026-06-14'],
    ['le mois dernier', '2026-05-01..2026-05-31'],
    ['the last two weeks', '2026-06-01..2026-06-15'],
    ['last March', '2026-03-01..2026-03-31'],
    ['letzten Dezember', '2025-12-01..2025-12-31'],
    ['in spring 2025', '2025-03-01..2025-05-31'],
    ['in May', '2026-05-01..2026-05-31'],
    ['im November', '2025-11-01..2025-11-30'],
    ['March 2026', '2026-03-01..2026-03-31'],
    ['in 2025', '2025-01-01..2025-12-31'],
    ['Q1 2026', '2026-01-01..2026-03-31'],
    ['the second quarter of 2025', '2025-04-01..2025-06-30'],
    ['12–14 March 2026', '2026-03-12..2026-03-14'],
    ['between 10 and 20 April 2025', '2025-04-10..2025-04-20'],
    ['between May and July 2025', '2025-05-01..2025-07-31'],
    ['zwischen November und Februar', '2025-11-01..2026-02-28'],
    ['between May and July', '2026-05-01..2026-07-31'],
    ['May–July 2025', '2025-05-01..2025-07-31'],
    ['03/2026', '2026-03-01..2026-03-31'],
    ['last March 18th', '2026-03-18'],
    ['hier soir', '2026-06-14'],
    ['since March', '2026-03-01..2026-06-15'],
    ['dal 2025', '2025-01-01..2026-06-15'],
    ['dopo il 2025', '2026-01-01..2026-06-15'],
    ['prima del 2024', '1974-01-01..2023-12-31'],
    ['antes de março', '1976-01-01..2026-02-28'],
    ['vorig jaar', '2025-01-01..2025-12-31'],
  ])('read "%s" as %s', (query, expected) => {
    expect(spans(query)).toEqual([expected]);
  });

  it('read a day and month in either order where the order is not known', () => {
    expect(spans('03/04/2026')).toEqual(['2026-04-03', '2026-03-04']);
  });

  it.each([
    'may I ask',
    'the March family',
    'every March',
    'wer wohnt hier',
    'room 2025',
    'version 1.2.3',
    'the number of hours in a day',
    'version 2.10.11 of the tool',
    '30 February 2026',
    '2026-02-30',
    'April 31st',
    'at 10 to 12',
    '31/31/2026',
    '2026-13-45',
    'call 912 345 678',
    'half past 6:45',
  ])('find none in "%s"', (query) => {
    expect(spans(query)).toEqual([]);
  });

  it('tell which words belong to it', () => {
    const query = 'what happened on Friday, the 13th of March, in Rome';
    const [date] = datesIn(query, today);
    expect(query.slice(date?.start, date?.end)).toBe('on Friday, the 13th of March');
  });

  it.each(['0001-01-01', '9999-12-31'])('are read on %s as on any other day', (day) => {
    const at = dayAt(new Date(day));
    expect(() =>
      datesIn('last week, in 5 years, since March, before 2024, next winter', at).map(wantedTerms),
    ).not.toThrow();
  });

  it('make few terms of a long time', () => {
    const [date] = datesIn('between 15 March 1990 and 20 June 2026', today);
    const terms = date === undefined ? [] : wantedTerms(date).map(({ term }) => term);
    expect(terms.length).toBeLessThan(90);
    expect(terms).toEqual(expect.arrayContaining(['@d1990-03-15', '@m1990-04', '@y1991', '@m2026-01', '@d2026-06-20']));
  });
});

describe('the dates of a memory', () => {
  it('are those that it writes out', () => {
    expect(writtenDatesIn('Born 18 March 1990, married on June 5th; moved in 2015.')).toEqual([
      { year: 1990, month: 3, day: 18 },
      { month: 6, day: 5 },
      { year: 2015 },
    ]);
  });

  it.each([
    ['[2026-03-18 09:30] Anna: hello', '2026-03-18'],
    ['18.03.2026: delivered', '2026-03-18'],
    ['March 18, 2026 - delivered', '2026-03-18'],
    ['Delivered 2026-03-18', undefined],
    ['18 March: delivered', undefined],
  ])('"%s" begins with %s', (text, day) => {
    const found = headDay(text);
    expect(found === undefined ? undefined : isoDay(found)).toBe(day);
  });
});
