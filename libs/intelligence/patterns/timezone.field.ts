import type { FieldType } from '@mneme/platform/validation';

/** The longest name in use has 32 characters. */
const MAX = 64;

/** The name of a time zone as IANA has it: `Europe/Lisbon`, `UTC`. */
export function timezone(): FieldType {
  return {
    schema: { type: 'string', maxLength: MAX },
    faults: (value, path) =>
      typeof value === 'string' && value.length <= MAX && isZone(value)
        ? []
        : [`${path} must be the name of a time zone such as Europe/Lisbon or UTC`],
  };
}

function isZone(name: string): boolean {
  // Offsets such as +01:00 are no names, though some versions of Node take them.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
