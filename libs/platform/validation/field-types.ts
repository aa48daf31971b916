import { idSchema } from '../ids/resource-id.js';
import { TENANT_ID_PATTERN } from '../ids/tenant-id.js';
import type { FieldType } from './field-type.js';
import { codePoints, STORABLE_PATTERN, textFault } from './text-rules.js';

/** Text whose length is counted in Unicode code points. */
export function text(min: number, max: number): FieldType {
  return {
    schema: { type: 'string', minLength: min, maxLength: max, pattern: STORABLE_PATTERN },
    faults: (value, path) => {
      const length = typeof value === 'string' ? codePoints(value) : -1;
      if (length < min || length > max) return [`${path} must be a text of ${min} to ${max} characters`];
      return textFault(value as string, path);
    },
  };
}

/** A number of the JSON kind: never a text that looks like one. */
export function number(min: number, max: number): FieldType {
  return {
    schema: { type: 'number', minimum: min, maximum: max },
    faults: (value, path) =>
      typeof value === 'number' && value >= min && value <= max
        ? []
        : [`${path} must be a number from ${min} to ${max}`],
  };
}

export function integer(min: number, max: number): FieldType {
  return {
    schema: { type: 'integer', minimum: min, maximum: max },
    parse: (raw) => (/^\d{1,15}$/.test(raw) ? Number(raw) : raw),
    faults: (value, path) =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? []
        : [`${path} must be a whole number from ${min} to ${max}`],
  };
}

/** The identifier of a record, such as `mem_…`; whether there is one, the service says, also of bits that are no UUID. */
export function resourceId(prefix: string): FieldType {
  const schema = idSchema(prefix);
  const form = new RegExp(schema.pattern);
  return {
    schema,
    faults: (value, path) =>
      typeof value === 'string' && form.test(value)
        ? []
        : [`${path} must be an identifier that begins with ${prefix}_`],
  };
}

/** `true` or `false`: never a text that looks like one. */
export function flag(): FieldType {
  return {
    schema: { type: 'boolean' },
    faults: (value, path) => (typeof value === 'boolean' ? [] : [`${path} must be true or false`]),
  };
}

export function oneOf(values: readonly string[]): FieldType {
  return {
    schema: { type: 'string', enum: [...values] },
    faults: (value, path) =>
      typeof value === 'string' && values.includes(value) ? [] : [`${path} must be one of ${values.join(', ')}`],
  };
}

/** A list of distinct values; where the client may repeat one, the service removes repetitions itself. */
export function listOf(item: FieldType, min: number, max: number): FieldType {
  return {
    schema: { type: 'array', items: item.schema, minItems: min, maxItems: max },
    faults: (value, path) => {
      if (!Array.isArray(value)) return [`${path} must be a list`];
      if (value.length < min || value.length > max) return [`${path} must have ${min} to ${max} entries`];
      return value.flatMap((entry, index) => item.faults(entry, `${path}[${index}]`));
    },
  };
}

/** In a query: the entries of a list, separated by commas. */
export function commaSeparated(item: FieldType, min: number, max: number): FieldType {
  const list = listOf(item, min, max);
  return {
    schema: { type: 'string', pattern: separated(item.schema, max) },
    parse: (raw) => raw.split(','),
    faults: (value, path) => list.faults(value, path),
  };
}

/** In a query: a parameter that may be given several times, each time one entry as it stands. */
export function repeated(item: FieldType, min: number, max: number): FieldType {
  return { ...listOf(item, min, max), repeatable: true, parse: (raw) => [raw] };
}

/** Entries of an enum by their names; of any other text without looking into them. */
function separated({ enum: values, maxLength }: FieldType['schema'], max: number): string {
  const item = Array.isArray(values)
    ? `(${values.join('|')})`
    : `[^,\\u0000]{1,${typeof maxLength === 'number' ? maxLength : ''}}`;
  return `^${item}(,${item}){0,${max - 1}}$`;
}

/** The `nextCursor` of an earlier page, which clients send back unread. */
export function cursorField(max: number): FieldType {
  const type = text(1, max);
  return { ...type, schema: { ...type.schema, pattern: '^[A-Za-z0-9_-]+$' } };
}

export function tenantIdField(): FieldType {
  return {
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: TENANT_ID_PATTERN.source },
    faults: (value, path) =>
      typeof value === 'string' && TENANT_ID_PATTERN.test(value)
        ? []
        : [`${path} must be the tenant's identifier: 1 to 128 characters of A-Z, a-z, 0-9, _ . : -`],
  };
}
