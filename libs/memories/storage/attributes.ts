import { codePoints } from '@mneme/platform/validation';
import { MAX_SPELLING } from './tags.js';

/** What a filter by metadata compares. */
export type AttributeValue = string | number | boolean;

/** Keys that can be filtered by have at most so many characters, and neither of these: the first parts levels, the second key and value. */
export const MAX_ATTRIBUTE_KEY = 64;
export const RESERVED_IN_KEYS = /[.=]/;
export const MAX_ATTRIBUTE_VALUE = 128;
/** Names the memories that this one supersedes: by external ids as well, which are longer than what a filter takes. */
export const SUPERSEDES = 'supersedes';
const MAX_EXTERNAL_ID = 255;
/** Of one memory: those that name what it supersedes, then the others in the order of its metadata. */
const MAX_ATTRIBUTES = 64;

/**
 * What of its metadata a memory can be found by: `userId=anna` for each text, number and boolean at the top level and in
 * lists there, in Unicode NFC. Keys and values that are too long are left out. The database does the same
 * (`mneme_attributes`) for its own rows.
 */
export function attributesOf(metadata: Readonly<Record<string, unknown>>): string[] {
  const attributes = new Set<string>();
  for (const [key, value] of ordered(metadata)) {
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const attribute = isComparable(item) ? attributeOf(key, item) : undefined;
      if (attribute !== undefined) attributes.add(attribute);
      if (attributes.size === MAX_ATTRIBUTES) return [...attributes];
    }
  }
  return [...attributes];
}

function ordered(metadata: Readonly<Record<string, unknown>>): (readonly [string, unknown])[] {
  const entries = Object.entries(metadata);
  const links = entries.filter(([key]) => key === SUPERSEDES);
  return [...links, ...entries.filter(([key]) => key !== SUPERSEDES)];
}

/** As a filter looks for it; undefined where no memory can have it. */
export function attributeOf(key: string, value: AttributeValue): string | undefined {
  const name = keptText(key, MAX_ATTRIBUTE_KEY);
  const text = keptText(String(value), key === SUPERSEDES ? MAX_EXTERNAL_ID : MAX_ATTRIBUTE_VALUE);
  return name === undefined || text === undefined || RESERVED_IN_KEYS.test(name) ? undefined : `${name}=${text}`;
}

/**
 * In Unicode NFC; undefined where that is empty or too long. What no spelling could bring below the bound is not spelled:
 * of a long run of marks that takes the square.
 */
export function keptText(text: string, most: number): string | undefined {
  if (text === '' || codePoints(text) > most * MAX_SPELLING) return undefined;
  const kept = text.normalize('NFC');
  return codePoints(kept) <= most ? kept : undefined;
}

export function isComparable(value: unknown): value is AttributeValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
