import type { OpenAPIObject } from '@nestjs/swagger';
import { schemasOf } from './operations.js';
import { changed, isObject, type Json } from './walk.js';

/** What is said where a schema is used; the rest belongs to the schema itself. */
const OF_USE = new Set(['description', 'example', 'default', 'nullable', 'required']);

/**
 * Publishes what `named` has named once, in the components, and refers to it wherever it is used.
 * @param values of enums that are known only once the application has been put together, by name
 * @throws Error where a name stands for two schemas
 */
export function withNamedSchemas(
  document: OpenAPIObject,
  values: Readonly<Record<string, readonly string[]>>,
): OpenAPIObject {
  const found = new Map<string, Json>();
  const referring = changed(document, (object) => {
    const { 'x-schema': mark, ...schema } = object;
    if (!isObject(mark)) return object;
    const name = String(mark['name']);
    const used = Object.entries(schema).filter(([key]) => OF_USE.has(key));
    const own = Object.fromEntries(Object.entries(schema).filter(([key]) => !OF_USE.has(key)));
    const all = values[name];
    const component = { description: mark['description'], ...own, ...(all === undefined ? {} : { enum: all }) };
    const known = found.get(name) ?? component;
    if (JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two schemas have the name ${name}`);
    found.set(name, component);
    return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(used) };
  });
  Object.assign(schemasOf(referring), Object.fromEntries(found));
  return referring;
}
