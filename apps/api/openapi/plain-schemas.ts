import { changed, isObject, type Json } from './walk.js';

/**
 * Schemas as OpenAPI 3.1 can say them, where the generator writes them as 3.0 had to: a reference that says more needs no
 * `allOf` around it, and what may be null is one of all its kinds.
 */
export function withPlainSchemas<T>(document: T): T {
  return changed(document, (schema) => withNull(unwrapped(schema)));
}

/** `{ allOf: [{ $ref }] }` as the reference itself. */
function unwrapped({ allOf, ...rest }: Json): Json {
  if (allOf === undefined) return rest;
  return Array.isArray(allOf) && allOf.length === 1 ? { ...(allOf as Json[])[0], ...rest } : { ...rest, allOf };
}

/** `{ anyOf: [{ oneOf: [a, b] }, null] }` as `{ oneOf: [a, b, null] }`. */
function withNull(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [filled, nothing] = anyOf as [Json, Json];
  if (nothing['type'] !== 'null' || !isObject(filled)) return schema;
  const kinds = Array.isArray(filled['oneOf']) ? (filled['oneOf'] as Json[]) : [filled];
  return { ...rest, oneOf: [...kinds, nothing] };
}
