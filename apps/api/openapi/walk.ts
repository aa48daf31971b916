/** An object of a document: a schema, a parameter, an operation. */
export type Json = Readonly<Record<string, unknown>>;

/** What holds values and no schemas, regardless of the names in it. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

/**
 * A part of a document with each of its objects changed, the innermost first. Values (examples, defaults, enums) stay as
 * they are; a property of a DTO is changed regardless of its name.
 */
export function changed<T>(part: T, change: (object: Json) => Json): T {
  return walked(part, change, false) as T;
}

function walked(part: unknown, change: (object: Json) => Json, isMap: boolean): unknown {
  if (Array.isArray(part)) return part.map((each) => walked(each, change, false));
  if (!isObject(part)) return part;
  const entries = Object.entries(part).map(([key, value]): [string, unknown] => {
    return [key, !isMap && VALUES.has(key) ? value : walked(value, change, !isMap && key === 'properties')];
  });
  const object = Object.fromEntries(entries);
  return isMap ? object : change(object);
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
