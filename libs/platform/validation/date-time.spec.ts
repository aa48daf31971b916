import { dateTime, isStoredMoment, lastMomentOf } from './date-time.js';

const faults = (value: unknown): string[] => dateTime().faults(value, 'timeRange.from');

describe('a date of a request', () => {
  it.each([
    '2026-02-28',
    '2024-02-29',
    '2000-02-29',
    '2026-12-31',
    '2024-02-29T10:00Z',
    '2026-03-01T09:30:00Z',
    '2026-03-01T09:30:00.123456789Z',
    '2026-03-01T00:30:00+05:30',
    '2026-02-28T23:30:00-11:00',
    '2026-02-28T24:00Z',
    '2026-02-28T24:00:00.000+02:00',
  ])('is one: %s', (value) => {
    expect(faults(value)).toEqual([]);
  });

  it.each([
    '2026-02-29',
    '2026-02-31',
    '1900-02-29',
    '2026-04-31',
    '2026-02-30T10:00Z',
    '2026-02-29T23:30:00-11:00',
    '2026-06-31T00:30:00+05:30',
    '2026-02-31T99:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
  ])('is none of the calendar: %s', (value) => {
    expect(faults(value)).toEqual(['timeRange.from must be a day that the calendar has']);
  });

  it.each([
    '2026-03-01T24:01Z',
    '2026-03-01T10:60Z',
    '2026-03-01T23:59:60Z',
    '2026-03-01T10:00:00+24:00',
    '2026-03-01T10:00:00',
    '2026-03-01 10:00Z',
    '20260301',
    '2026-3-1',
    '2026-W09-7',
    'soon',
    '',
    1_772_000_000_000,
    null,
    ['2026-03-01'],
  ])('is written in another way: %j', (value) => {
    expect(faults(value)).toEqual(['timeRange.from must be an ISO 8601 date, or date and time with a zone']);
  });

  it.each(['0000-01-01', '0000-12-31T23:00Z', '0001-01-01T00:00+05:00', '9999-12-31T24:00Z', '9999-12-31T23:30-05:00'])(
    'is one that no answer can be written with: %s',
    (value) => {
      expect(faults(value)).toEqual(['timeRange.from must lie in the years 1 to 9999 (UTC)']);
    },
  );

  it('ends with its last moment where it is a whole day', () => {
    expect(new Date(lastMomentOf('2024-02-29')).toISOString()).toBe('2024-02-29T23:59:59.999Z');
    expect(new Date(lastMomentOf('2024-02-29T24:00Z')).toISOString()).toBe('2024-03-01T00:00:00.000Z');
  });
});

describe('a moment of the database', () => {
  it.each(['2026-03-01T09:30:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
    'is one: %s',
    (value) => {
      expect(isStoredMoment(value)).toBe(true);
    },
  );

  it.each([
    '2026',
    '2026-03-01',
    '2026-03-01T09:30:00Z',
    '2026-02-31T00:00:00.000Z',
    '0000-12-31T23:59:59.999Z',
    '-271821-04-20T00:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
    'soon',
    1_772_357_400_000,
    null,
  ])('is none: %s', (value) => {
    expect(isStoredMoment(value)).toBe(false);
  });
});
