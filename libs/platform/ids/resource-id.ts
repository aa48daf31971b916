import { fromUUID, toUUID, typeidUnboxed, type TypeId } from 'typeid-js';

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The UUID behind an identifier; undefined where the text has another prefix or form. */
export function parseId(prefix: string, value: string): string | undefined {
  if (!value.startsWith(`${prefix}_`) || !SUFFIX.test(value.slice(prefix.length + 1))) return undefined;
  try {
    return toUUID(value as TypeId<string>);
  } catch {
    // 128 bits that are no UUID: no record has them.
    return undefined;
  }
}

/** What clients see for a stored UUID: prefix, underscore, 26 characters Crockford base32, lower case. */
export function formatId(prefix: string, uuid: string): string {
  return fromUUID(uuid, prefix);
}

/** The form of an identifier, as JSON Schema has it. */
export function idSchema(prefix: string): { readonly type: 'string'; readonly pattern: string } {
  return { type: 'string', pattern: `^${prefix}_${SUFFIX.source.slice(1)}` };
}

/** A new time-ordered UUIDv7, the primary key of a record. */
export function newUuid(): string {
  return toUUID(typeidUnboxed('id'));
}

/** When a UUIDv7 was made, as Unix milliseconds. */
export function timeOfUuid(uuid: string): number {
  return parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
