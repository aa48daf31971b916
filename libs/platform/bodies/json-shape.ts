import { alterationOf } from './altered-number.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const EXPONENT = 0x65;
const LARGE_EXPONENT = 0x45;

/** A whole part with fewer digits is always below 2^53. */
const SUSPECT_DIGITS = 16;
/** `1e-324` is the first power of ten that is 0 as a double, `1e309` the first beyond: shorter exponents, signs counted, are neither. */
const SUSPECT_EXPONENT = 3;
/** Where the count of digits begins behind a point or an exponent: there it does not reach SUSPECT_DIGITS. */
const BEHIND_POINT = -(2 ** 30);
const SUSPECT_FRACTION = BEHIND_POINT + 300;

/** What a JSON text says of its value that the value itself no longer does. */
export interface JsonShape {
  /** How deep objects and lists lie in one another: 0 for a number, 1 for a list of numbers. */
  readonly depth: number;
  /** How many keys with a value are written, a repeated one each time. */
  readonly members: number;
  /** Whether a number would be changed by reading and writing it. */
  readonly altersNumbers: boolean;
}

/**
 * Looks at each character once and builds nothing. Of a text that is no JSON, depth is how many objects and lists are
 * open at once at most, and the rest has no meaning; that it is none its parser will say.
 */
// One pass over every character of a request: a function for each case would cost a call for each.
// eslint-disable-next-line complexity
export function jsonShape(text: string): JsonShape {
  let [deepest, depth, members, altersNumbers] = [0, 0, 0, false];
  // Of the number that the scan stands in; 0 outside of one.
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= ZERO && unit <= NINE) digits++;
    else if (unit === POINT) digits = BEHIND_POINT;
    else if (unit !== MINUS && unit !== EXPONENT && unit !== LARGE_EXPONENT) digits = 0;
    if (
      digits === SUSPECT_DIGITS ||
      digits === SUSPECT_FRACTION ||
      ((unit === EXPONENT || unit === LARGE_EXPONENT) && digits !== 0 && isDigit(text.charCodeAt(i + SUSPECT_EXPONENT)))
    ) {
      // Once a number, also where it is none: to its end.
      const end = endOfNumber(text, i);
      altersNumbers ||= alterationOf(text.slice(startOfNumber(text, i), end)) !== undefined;
      i = end - 1;
      continue;
    }
    if (unit === QUOTE) i = endOfString(text, i + 1);
    else if (unit === COLON) members++;
    else if (unit === LIST || unit === OBJECT) deepest = Math.max(deepest, ++depth);
    else if (unit === LIST_END || unit === OBJECT_END) depth--;
  }
  return { depth: deepest, members, altersNumbers };
}

/** Where the closing quote of a string is. @param from the first character inside */
export function endOfString(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

export function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

/** What stands behind a number. @param from within it */
export function endOfNumber(text: string, from: number): number {
  let i = from;
  while (i < text.length && isInNumber(text.charCodeAt(i))) i++;
  return i;
}

/** A digit, a point, a sign or the letter of an exponent. */
function isInNumber(unit: number): boolean {
  return (
    isDigit(unit) || unit === POINT || unit === PLUS || unit === MINUS || unit === EXPONENT || unit === LARGE_EXPONENT
  );
}

function startOfNumber(text: string, within: number): number {
  let i = within;
  while (i > 0 && isInNumber(text.charCodeAt(i - 1))) i--;
  return i;
}
