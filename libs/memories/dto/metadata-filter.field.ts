import { codePoints, text, type FieldType } from '@mneme/platform/validation';
import { isComparable, MAX_ATTRIBUTE_KEY, MAX_ATTRIBUTE_VALUE, RESERVED_IN_KEYS } from '../storage/attributes.js';

const MAX_KEYS = 5;
const MAX_ALTERNATIVES = 50;

const VALUE_SCHEMAS = [
  { type: 'string', minLength: 1, maxLength: MAX_ATTRIBUTE_VALUE },
  { type: 'number' },
  { type: 'boolean' },
] as const;

/** In a body: `{ userId: "anna", channel: ["mail", "chat"] }`. All keys must hold, of a list one value. */
export function metadataFilter(): FieldType {
  const list = { type: 'array', items: { oneOf: VALUE_SCHEMAS }, minItems: 1, maxItems: MAX_ALTERNATIVES };
  return {
    schema: {
      type: 'object',
      maxProperties: MAX_KEYS,
      additionalProperties: { oneOf: [...VALUE_SCHEMAS, list] },
    },
    faults: (value, path) => filterFaults(value, path, alternativesFaults),
  };
}

/** In a query: `metadata.userId=anna`, each key a parameter of its own. */
export function metadataParameters(): FieldType {
  return {
    schema: {
      type: 'object',
      maxProperties: MAX_KEYS,
      // In OpenAPI's style for queries, each property is a parameter of this name.
      propertyNames: { pattern: `^metadata\\.[^.=]{1,${MAX_ATTRIBUTE_KEY}}$` },
      additionalProperties: { type: 'string', minLength: 1, maxLength: MAX_ATTRIBUTE_VALUE },
    },
    family: true,
    faults: (value, path) =>
      typeof value === 'object' && !Array.isArray(value)
        ? filterFaults(value, path, valueFaults)
        : [`${path} must be followed by a key: ${path}.userId=anna`],
  };
}

type ValueRule = (value: unknown, path: string) => string[];

function filterFaults(value: unknown, path: string, rule: ValueRule): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} must be an object`];
  const entries = Object.entries(value);
  if (entries.length > MAX_KEYS) return [`${path} must have at most ${MAX_KEYS} keys`];
  return entries.flatMap(([key, each]) => {
    const at = `${path}.${key}`;
    const faults = keyFaults(key, at);
    return faults.length > 0 ? faults : rule(each, at);
  });
}

function keyFaults(key: string, path: string): string[] {
  if (RESERVED_IN_KEYS.test(key)) {
    return [`${path} must name a key at the top level of the metadata, without "." and "=" in it`];
  }
  const faults = text(0, Infinity).faults(key, path);
  if (faults.length > 0) return faults;
  const length = codePoints(key.normalize('NFC'));
  return length >= 1 && length <= MAX_ATTRIBUTE_KEY
    ? []
    : [`${path} must name a key of 1 to ${MAX_ATTRIBUTE_KEY} characters`];
}

function alternativesFaults(value: unknown, path: string): string[] {
  if (!Array.isArray(value)) return valueFaults(value, path);
  if (value.length < 1 || value.length > MAX_ALTERNATIVES) {
    return [`${path} must have 1 to ${MAX_ALTERNATIVES} values`];
  }
  return value.flatMap((each, i) => valueFaults(each, `${path}[${i}]`));
}

function valueFaults(value: unknown, path: string): string[] {
  const rule = `${path} must be a text of 1 to ${MAX_ATTRIBUTE_VALUE} characters, a number, true or false`;
  if (!isComparable(value)) return [rule];
  const faults = text(0, Infinity).faults(String(value), path);
  if (faults.length > 0) return faults;
  const length = codePoints(String(value).normalize('NFC'));
  return length >= 1 && length <= MAX_ATTRIBUTE_VALUE ? [] : [rule];
}
