import { isObject, type Json } from './walk.js';

const MOMENT = '2026-11-21T06:42:30.333Z';

/** A value of a schema, made of the examples of its properties; fields that may be missing are left out. */
export function exampleOf(schema: Json, schemas: Readonly<Record<string, Json>>): unknown {
  const { $ref, example, enum: values, properties, required, items, format } = schema;
  if (example !== undefined) return example;
  if (typeof $ref === 'string') return exampleOf(schemas[$ref.replace('#/components/schemas/', '')] ?? {}, schemas);
  if (Array.isArray(values)) return values[0] as unknown;
  if (isObject(properties)) {
    const names = Array.isArray(required) ? (required as string[]) : [];
    return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] as Json, schemas)]));
  }
  if (isObject(items)) return [exampleOf(items, schemas)];
  if (format === 'date-time') return mayBeNull(schema) ? null : MOMENT;
  return schema['type'] === 'boolean' ? true : null;
}

function mayBeNull({ type }: Json): boolean {
  return Array.isArray(type) && type.includes('null');
}
