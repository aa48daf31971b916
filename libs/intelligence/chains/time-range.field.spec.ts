import { timeRange } from './time-range.field.js';

const faults = (value: unknown): string[] => timeRange().faults(value, 'timeRange');

describe('a time range', () => {
  it.each([
    {},
    { from: '2026-01-01' },
    { to: '2026-01-01T09:30Z' },
    { from: '2026-01-01', to: '2026-01-01' },
    { from: '2026-02-28T23:59:59Z', to: '2026-02-28T24:00Z' },
  ])('may be %j', (value) => {
    expect(faults(value)).toEqual([]);
  });

  it('names every field that it does not know, beside what else is wrong', () => {
    expect(faults({ from: '2026-02-31', x: 1, since: '2026-01-01' })).toEqual([
      'timeRange.x is not a field of this request',
      'timeRange.since is not a field of this request',
      'timeRange.from must be a day that the calendar has',
    ]);
  });

  it('keeps the name of an unknown field in one word, as what reads the fault takes it', () => {
    expect(faults({ 'a b': 1, 'c\nd': 2, '': 3 })).toEqual([
      'timeRange.a\\u0020b is not a field of this request',
      'timeRange.c\\u000ad is not a field of this request',
      'timeRange. is not a field of this request',
    ]);
  });

  it('names a hundred of them at most, and each by its beginning', () => {
    const many = Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`key${i}`, 0]));
    expect(faults(many)).toHaveLength(100);
    expect(faults({ ['k'.repeat(300)]: 0 })).toEqual([`timeRange.${'k'.repeat(100)}… is not a field of this request`]);
  });

  it('may not end before it begins', () => {
    expect(faults({ from: '2026-02-01', to: '2026-01-31' })).toEqual([
      'timeRange.from must not be later than timeRange.to',
    ]);
  });
});
