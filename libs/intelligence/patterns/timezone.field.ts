import type { FieldType } from '@mneme/platform/validation';

/** The longest name in use has 32 characters. */
const MAX = 64;
/** Offsets such as +01:00 are no names, though some versions of Node take them. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** The name of a time zone as IANA has it: `Europe/Lisbon`, `UTC`. */
export function timezone(): FieldType {
  return {
    schema: { type: 'string', minLength: 1, maxLength: MAX, pattern: NAME.source },
    faults: (value, path) =>
      typeof value === 'string' && value.length <= MAX && isZone(value)
        ? []
        : [`${path} must be the name of a time zone such as Europe/Lisbon or UTC`],
  };
}

function isZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
