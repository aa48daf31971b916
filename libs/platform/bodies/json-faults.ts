import type { Fault } from '../errors/domain-error.js';
import { MAX_FAULTS } from '../validation/unknown-fields.js';
import { alterationOf, type Alteration } from './altered-number.js';
import { endOfNumber, endOfString, isDigit } from './json-shape.js';

/** A longer path is reported by its beginning. */
const MAX_PATH = 200;

/** An object or a list that is open where the scan stands. */
interface Open {
  /** How often each key of an object was met; undefined in a list. */
  readonly keys: Map<string, number> | undefined;
  /** The key or the place of the value that the scan stands in. */
  at: string | number;
}

/**
 * What would be lost of a JSON text by reading it: keys that an object has twice, of which the last one alone would stay,
 * keys `__proto__`, which copying an object takes for its prototype, and numbers that would come back as other ones.
 * @param text valid JSON
 * @returns a fault for each, MAX_FAULTS at most; the field is its path: `memories[3].metadata.id`
 */
export function jsonFaults(text: string): Fault[] {
  const faults: Fault[] = [];
  const open: Open[] = [];
  for (let i = 0; i < text.length && faults.length < MAX_FAULTS; i++) {
    const unit = text[i] ?? '';
    if (unit === '"') i = passString(text, i, open, faults);
    else if (isDigit(unit.charCodeAt(0))) i = passNumber(text, i, open, faults);
    else follow(unit, open);
  }
  return faults;
}

/** What is open behind one of the characters that JSON is built of. */
function follow(unit: string, open: Open[]): void {
  const inside = open.at(-1);
  if (unit === '{') open.push({ keys: new Map(), at: '' });
  else if (unit === '[') open.push({ keys: undefined, at: 0 });
  else if (unit === '}' || unit === ']') open.pop();
  else if (unit === ',' && typeof inside?.at === 'number') inside.at++;
}

/** Of an object, what a colon follows is a key; in a list nothing is. @returns where the string ends */
function passString(text: string, from: number, open: readonly Open[], faults: Fault[]): number {
  const end = endOfString(text, from + 1);
  const inside = open.at(-1);
  if (inside?.keys !== undefined && isKey(text, end)) {
    inside.at = JSON.parse(text.slice(from, end + 1)) as string;
    if (inside.at === '__proto__') faults.push(faultOf(open, 'is a reserved key'));
    if (isSecond(inside.keys, inside.at)) faults.push(faultOf(open, 'is given twice'));
  }
  return end;
}

/** @returns where the number ends */
function passNumber(text: string, from: number, open: readonly Open[], faults: Fault[]): number {
  const end = endOfNumber(text, from);
  const alteration = alterationOf(text.slice(from, end));
  if (alteration !== undefined && open.length > 0) faults.push(faultOf(open, adviceOn(open, alteration)));
  return end - 1;
}

function isKey(text: string, endOfQuoted: number): boolean {
  let i = endOfQuoted + 1;
  while (text[i] === ' ' || text[i] === '\n' || text[i] === '\r' || text[i] === '\t') i++;
  return text[i] === ':';
}

/** Three of one key are one fault. */
function isSecond(keys: Map<string, number>, key: string): boolean {
  const times = (keys.get(key) ?? 0) + 1;
  keys.set(key, times);
  return times === 2;
}

/** A field of the request itself is a number or is not; deeper values are free, and any value can be kept as a text. */
function adviceOn(open: readonly Open[], where: Alteration): string {
  return open.length === 1
    ? `must not be a number ${where}: such numbers lose digits`
    : `must be a text: numbers ${where} lose digits`;
}

function faultOf(open: readonly Open[], what: string): Fault {
  const path = open.map(({ at }) => (typeof at === 'number' ? `[${String(at)}]` : `.${at}`)).join('');
  const whole = path.startsWith('.') ? path.slice(1) : path;
  const field = whole.length > MAX_PATH ? `${whole.slice(0, MAX_PATH)}…` : whole;
  return { message: `${field} ${what}`, field };
}
