import { text, type FieldType } from '@mneme/platform/validation';
import {
  isComparable,
  keptText,
  MAX_ATTRIBUTE_KEY,
  MAX_ATTRIBUTE_VALUE,
  RESERVED_IN_KEYS,
} from '../storage/attributes.js';

const MAX_KEYS = 5;
const MAX_ALTERNATIVES = 50;
const MAX_SHOWN = 100;
/** What the database can compare: no NUL, no half of a surrogate pair. */
const storable = text(1, MAX_ATTRIBUTE_VALUE);

const VALUE_SCHEMAS = [storable.schema, { type: 'number' }, { type: 'boolean' }] as const;
const KEY_PATTERN = `[^.=\\u0000]{1,${MAX_ATTRIBUTE_KEY}}$`;

/**
 * In a body: `{ userId: "anna", channel: ["mail", "chat"] }`. All keys must hold, of a list one value.
 * @param fewest keys
 */
export function metadataFilter(fewest = 0): FieldType {
  const list = { type: 'array', items: { oneOf: VALUE_SCHEMAS }, minItems: 1, maxItems: MAX_ALTERNATIVES };
  return {
    schema: {
      type: 'object',
      ...(fewest > 0 && { minProperties: fewest }),
      maxProperties: MAX_KEYS,
      propertyNames: { pattern: `^${KEY_PATTERN}` },
      additionalProperties: { oneOf: [...VALUE_SCHEMAS, list] },
    },
    faults: (value, path) =>
      hasFewer(value, fewest) ? [`${path} must have at least one key`] : filterFaults(value, path, alternativesFaults),
  };
}

/** In a query: `metadata.userId=anna`, each key a parameter of its own. */
export function metadataParameters(): FieldType {
  return {
    schema: {
      type: 'object',
      maxProperties: MAX_KEYS,
      // In OpenAPI's style for queries, each property is a parameter of this name.
      propertyNames: { pattern: `^metadata\\.${KEY_PATTERN}` },
      additionalProperties: storable.schema,
    },
    family: true,
    faults: (value, path) =>
      typeof value === 'string'
        ? [`${path} must name a key: ${path}.userId=anna`]
        : filterFaults(value, path, valueFaults),
  };
}

function hasFewer(value: unknown, fewest: number): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length < fewest;
}

type ValueRule = (value: unknown, path: string) => string[];

function filterFaults(value: unknown, path: string, rule: ValueRule): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} must be an object`];
  const entries = Object.entries(value);
  if (entries.length > MAX_KEYS) return [`${path} must have at most ${MAX_KEYS} keys`];
  return entries.flatMap(([key, each]) => {
    const at = `${path}.${shown(key)}`;
    const faults = keyFaults(key, at);
    return faults.length > 0 ? faults : rule(each, at);
  });
}

/** An answer repeats as much of a name as tells which one it is. */
function shown(key: string): string {
  return key.length > MAX_SHOWN ? `${key.slice(0, MAX_SHOWN)}…` : key;
}

function keyFaults(key: string, path: string): string[] {
  const name = keptText(key, MAX_ATTRIBUTE_KEY);
  if (name === undefined) return [`${path} must name a key of 1 to ${MAX_ATTRIBUTE_KEY} characters`];
  if (RESERVED_IN_KEYS.test(name)) {
    return [`${path} must name a key at the top level of the metadata, without "." and "=" in it`];
  }
  return storable.faults(name, path);
}

function alternativesFaults(value: unknown, path: string): string[] {
  if (!Array.isArray(value)) return valueFaults(value, path);
  if (value.length < 1 || value.length > MAX_ALTERNATIVES) {
    return [`${path} must have 1 to ${MAX_ALTERNATIVES} values`];
  }
  return value.flatMap((each, i) => valueFaults(each, `${path}[${i}]`));
}

function valueFaults(value: unknown, path: string): string[] {
  const kept = isComparable(value) ? keptText(String(value), MAX_ATTRIBUTE_VALUE) : undefined;
  if (kept !== undefined) return storable.faults(kept, path);
  return [`${path} must be a text of 1 to ${MAX_ATTRIBUTE_VALUE} characters, a number, true or false`];
}
