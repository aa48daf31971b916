import type { FieldType } from '@mneme/platform/validation';

/** From here on a number counts milliseconds; as seconds it would be the year 5138. */
const FIRST_AS_MS = 100_000_000_000;
/** 9999-12-31T23:59:59.999Z, the last moment with a four-digit year. */
const LAST_MS = 253_402_300_799_999;

/** Unix time, in seconds or in milliseconds, to the moment that it means. */
export function fromUnixTime(value: number): Date {
  return new Date(Math.floor(value >= FIRST_AS_MS ? value : value * 1_000));
}

/** A moment still to come. */
export function futureUnixTime(): FieldType {
  return {
    schema: { type: 'number', exclusiveMinimum: 0, maximum: LAST_MS },
    faults: (value, path) => {
      if (typeof value !== 'number' || !(Math.abs(value) <= LAST_MS)) {
        return [`${path} must be a Unix time in seconds or milliseconds`];
      }
      return fromUnixTime(value).getTime() > Date.now() ? [] : [`${path} must be in the future`];
    },
  };
}
