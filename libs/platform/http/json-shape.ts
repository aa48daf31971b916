import { alterationOf } from './altered-number.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const MINUS = 0x2d;

/** A whole part with so many digits is below 2^53, whatever they are. */
const ALWAYS_EXACT = 15;
/** `1e-324` is the first power of ten that is 0 as a double: shorter exponents, and shorter fractions, are never. */
const SMALLEST_EXPONENT_DIGITS = 3;
const SMALLEST_FRACTION_DIGITS = 300;

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
export function jsonShape(text: string): JsonShape {
  let [deepest, depth, members, altersNumbers] = [0, 0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = endOfString(text, i + 1);
    else if (unit === COLON) members++;
    else if (unit === LIST || unit === OBJECT) deepest = Math.max(deepest, ++depth);
    else if (unit === LIST_END || unit === OBJECT_END) depth--;
    else if (isDigit(unit)) {
      const fraction = endOfDigits(text, i);
      const end = endOfNumber(text, fraction);
      const suspect = fraction - i > ALWAYS_EXACT || (end > fraction && mayBeTooSmall(text, fraction, end));
      altersNumbers ||= suspect && alterationOf(text.slice(i, end)) !== undefined;
      i = end - 1;
    }
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
  return unit >= 0x30 && unit <= 0x39;
}

/** What stands behind a number. @param from its first digit, or one that follows */
export function endOfNumber(text: string, from: number): number {
  let i = from;
  while (i < text.length && isInNumber(text.charCodeAt(i))) i++;
  return i;
}

function endOfDigits(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length && isDigit(text.charCodeAt(i))) i++;
  return i;
}

/** A digit, a point, a sign or the letter of an exponent. */
function isInNumber(unit: number): boolean {
  return isDigit(unit) || unit === 0x2e || unit === 0x2b || unit === MINUS || unit === 0x65 || unit === 0x45;
}

/** @param from where the whole part of the number ends */
function mayBeTooSmall(text: string, from: number, end: number): boolean {
  if (end - from > SMALLEST_FRACTION_DIGITS) return true;
  for (let i = from; i < end; i++) {
    if (text.charCodeAt(i) === MINUS) return end - i > SMALLEST_EXPONENT_DIGITS;
  }
  return false;
}
