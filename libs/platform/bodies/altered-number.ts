/** Where numbers lie that a double cannot keep. */
export type Alteration = 'beyond 2^53' | 'this close to 0';

/**
 * What makes the number that JSON.parse reads, and JSON.stringify writes again, another one than was sent. A whole part
 * beyond 2^53 that comes back with other digits does; so does a number other than 0 that becomes 0, or one beyond all doubles. A fraction, and a
 * number with an exponent, is rounded to the nearest double, as every reader of JSON does.
 * @param literal a number as JSON has it
 * @returns undefined where the number survives
 */
export function alterationOf(literal: string): Alteration | undefined {
  const value = Number(literal);
  if (String(value) === literal) return undefined;
  if (!Number.isFinite(value)) return 'beyond 2^53';
  const [mantissa = '', exponent] = literal.split(/e/i);
  if (value === 0) return /[1-9]/.test(mantissa) ? 'this close to 0' : undefined;
  if (exponent !== undefined || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return undefined;
  const [whole = ''] = mantissa.split('.');
  const survives = significantDigits(whole) === significantDigits(String(value));
  return survives ? undefined : 'beyond 2^53';
}

/** The double nearest to a number has as many digits, or other ones, so trailing zeros say nothing. */
function significantDigits(number: string): string {
  return number.replace(/e.*$/, '').replaceAll(/[-.]/g, '').replace(/0+$/, '');
}
