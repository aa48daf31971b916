import { isUtf8 } from 'node:buffer';
import { DomainError } from '../errors/domain-error.js';
import { jsonFaults } from './json-faults.js';
import { jsonShape } from './json-shape.js';

/** Deeper than any request of ours; what follows the parser walks values recursively. */
const MAX_DEPTH = 64;
/** A key `__proto__`, any of its letters written as an escape. Within a string the quote before it is escaped. */
const RESERVED_KEY =
  /(?<=[{,\s])"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

/**
 * Parses a request body.
 * @returns undefined for an empty body
 * @throws DomainError validation that says that it is no UTF-8, where it stops being JSON, or which key or number is refused
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw DomainError.validation('the body must be UTF-8');
  const text = body.toString();
  return text.trim() === '' ? undefined : parseJson(text, 'the body');
}

/**
 * Parses what a client sent, where the value then is what the text says: a key that is given twice, a key `__proto__`, and a
 * number that a double cannot keep, are refused instead of being changed.
 * @param what it is, in words of an error
 * @throws DomainError validation that says where the text stops being JSON, or which keys and numbers are refused
 */
export function parseJson(text: string, what: string): unknown {
  // Known from the text, so that nothing is built of what is refused.
  const { depth, members, altersNumbers } = jsonShape(text);
  if (depth > MAX_DEPTH) {
    throw DomainError.validation(`${what} must not be nested more than ${MAX_DEPTH} levels deep`);
  }
  const value = parse(text, what);
  const isSuspect = altersNumbers || RESERVED_KEY.test(text) || !hasMembers(value, members);
  const faults = isSuspect ? jsonFaults(text) : [];
  if (faults.length > 0) throw new DomainError('validation', faults);
  return value;
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw DomainError.validation(`${what} is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/** Whether a value has as many keys as its text. Of a key that is given twice the parser keeps one. */
function hasMembers(value: unknown, members: number): boolean {
  return membersOf(value, members) >= members;
}

/** @returns how many keys there are; where there are as many as wanted, no more than these may be counted */
function membersOf(value: unknown, wanted: number): number {
  if (typeof value !== 'object' || value === null || wanted <= 0) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && members < wanted; i++) members += membersOf(value[i], wanted - members);
    return members;
  }
  const object = value as Record<string, unknown>;
  const keys = Object.keys(object);
  members = keys.length;
  for (let i = 0; i < keys.length && members < wanted; i++)
    members += membersOf(object[keys[i] ?? ''], wanted - members);
  return members;
}
