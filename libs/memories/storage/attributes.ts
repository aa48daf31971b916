import { codePoints } from '@mneme/platform/validation';

/** What a filter by metadata compares. */
export type AttributeValue = string | number | boolean;

/** Keys that can be filtered by have at most so many characters, and neither of these: the first parts levels, the second key and value. */
export const MAX_ATTRIBUTE_KEY = 64;
export const RESERVED_IN_KEYS = /[.=]/;
export const MAX_ATTRIBUTE_VALUE = 128;
/** Of one memory, in the order of its metadata. */
const MAX_ATTRIBUTES = 64;

/**
 * What of its metadata a memory can be found by: `userId=anna` for each text, number and boolean at the top level and in
 * lists there, in Unicode NFC. Keys and values that are too long are left out. The database does the same
 * (`mneme_attributes`) for its own rows.
 */
export function attributesOf(metadata: Readonly<Record<string, unknown>>): string[] {
  const attributes = new Set<string>();
  for (const [key, value] of Object.entries(metadata)) {
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const attribute = isComparable(item) ? attributeOf(key, item) : undefined;
      if (attribute !== undefined) attributes.add(attribute);
      if (attributes.size === MAX_ATTRIBUTES) return [...attributes];
    }
  }
  return [...attributes];
}

/** As a filter looks for it; undefined where no memory can have it. */
export function attributeOf(key: string, value: AttributeValue): string | undefined {
  const [name, text] = [key.normalize('NFC'), String(value).normalize('NFC')];
  const isNamed = name !== '' && codePoints(name) <= MAX_ATTRIBUTE_KEY && !RESERVED_IN_KEYS.test(name);
  return isNamed && text !== '' && codePoints(text) <= MAX_ATTRIBUTE_VALUE ? `${name}=${text}` : undefined;
}

export function isComparable(value: unknown): value is AttributeValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
