/** What is not a schema, regardless of the names of its fields. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

type Json = Readonly<Record<string, unknown>>;

/**
 * A document of OpenAPI 3.1, which knows no `nullable`: what `@ApiProperty({ nullable: true })` says becomes a type of
 * two, `["string", "null"]`, and of a reference one of two.
 */
export function withNullTypes<T>(document: T): T {
  return converted(document) as T;
}

function converted(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(converted);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(
    ([key, value]) => [key, VALUES.has(key) ? value : converted(value)] as const,
  );
  const schema = Object.fromEntries(entries);
  if (typeof schema['nullable'] !== 'boolean') return schema;
  const { nullable, ...filled } = schema;
  return nullable ? withNull(filled) : filled;
}

function withNull({ type, enum: values, ...rest }: Json): Json {
  if (typeof type === 'string') {
    return {
      type: [type, 'null'],
      ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
      ...rest,
    };
  }
  const { allOf, description, example, default: usual, ...other } = rest;
  const stated = Object.entries({ description, example, default: usual }).filter(([, value]) => value !== undefined);
  const filled: unknown = Array.isArray(allOf) && allOf.length === 1 ? (allOf as unknown[])[0] : { ...other, allOf };
  return { ...Object.fromEntries(stated), oneOf: [filled, { type: 'null' }] };
}
