import { fromUnixTime, futureUnixTime } from './unix-time.js';

const faults = (value: unknown): string[] => futureUnixTime().faults(value, 'expiresAt');

describe('Unix time', () => {
  it.each([
    [1_893_456_000, '2030-01-01T00:00:00.000Z'],
    [1_893_456_000_000, '2030-01-01T00:00:00.000Z'],
    [1_893_456_000.5, '2030-01-01T00:00:00.500Z'],
    [1_893_456_000_000.9, '2030-01-01T00:00:00.000Z'],
    [99_999_999_999, '5138-11-16T09:46:39.000Z'],
    [100_000_000_000, '1973-03-03T09:46:40.000Z'],
    [253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
  ])('%d is %s', (value, iso) => {
    expect(fromUnixTime(value).toISOString()).toBe(iso);
  });

  it('may lie in the future, in seconds and in milliseconds', () => {
    expect(faults(Date.now() / 1_000 + 60)).toEqual([]);
    expect(faults(Date.now() + 60_000)).toEqual([]);
    expect(faults(253_402_300_799_999)).toEqual([]);
  });

  it.each([0, -1, -1_893_456_000, 1_600_000_000, 1_600_000_000_000, 100_000_000_000])('%d is past', (value) => {
    expect(faults(value)).toEqual(['expiresAt must be in the future']);
  });

  it.each([Infinity, -Infinity, NaN, 1e300, 253_402_300_800_000, '1893456000', '2030-01-01', null, true, [], {}])(
    '%p is no Unix time',
    (value) => {
      expect(faults(value)).toEqual(['expiresAt must be a Unix time in seconds or milliseconds']);
    },
  );
});
