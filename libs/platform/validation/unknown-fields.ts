import type { Fault } from '../errors/domain-error.js';

/** Faults that one response lists. The others follow once these are corrected. */
export const MAX_FAULTS = 100;
/** A longer name is shortened. */
const MAX_NAME = 100;

/**
 * A fault for each name that was sent and is none of the fields, as many as an answer tells.
 * @param path of the object in the request; empty for the request itself
 */
export function unknownFields(sent: object, fields: readonly string[], path = ''): Fault[] {
  const fieldOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const unknown = unknownNames(sent, fields).map(fieldOf);
  return unknown.map((field) => ({ message: `${field} is not a field of this request`, field }));
}

/** The names that were sent and are none of the fields, as many and as long as an answer tells them. */
export function unknownNames(sent: object, fields: readonly string[]): string[] {
  const unknown = Object.keys(sent).filter((name) => !fields.includes(name));
  return unknown.slice(0, MAX_FAULTS).map((name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name));
}
