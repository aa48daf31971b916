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
 * and numbers that would come back as other ones.
 * @param text valid JSON
 * @returns a fault for each, MAX_FAULTS at most; the field is its path: `memories[3].metadata.id`
 */
export function jsonFaults(text: string): Fault[] {
  const faults: Fault[] = [];
  const open: Open[] = [];
  for (let i = 0; i < text.length && faults.length < MAX_FAULTS; i++) {
    const unit = text[i];
    const inside = open.at(-1);
    if (unit === '{') open.push({ keys: new Map(), at: '' });
    else if (unit === '[') open.push({ keys: undefined, at: 0 });
    else if (unit === '}' || unit === ']') open.pop();
    else if (unit === ',' && typeof inside?.at === 'number') inside.at++;
    else if (unit === '"') {
      const end = endOfString(text, i + 1);
      // Of an object, what a colon follows is a key; in a list nothing is.
      if (inside?.keys !== undefined && isKey(text, end)) {
        inside.at = JSON.parse(text.slice(i, end + 1)) as string;
        if (isSecond(inside.keys, inside.at)) faults.push(faultOf(open, 'is given twice'));
      }
      i = end;
    } else if (isDigit(text.charCodeAt(i))) {
      const end = endOfNumber(text, i);
      const alteration = alterationOf(text.slice(i, end));
      if (alteration !== undefined && open.length > 0) faults.push(faultOf(open, adviceOn(open, alteration)));
      i = end - 1;
    }
  }
  return faults;
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

/** A field of the request itself is a number or is not; what lies deeper is free, and keeps as a text whatever it is. */
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
