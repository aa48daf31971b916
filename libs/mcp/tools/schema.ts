import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A schema of arguments, which the tool itself validates: its messages are those of the service, not of a library. */
export function publishedOnly(schema: z.ZodType): StandardSchemaWithJSON {
  const { '~standard': standard } = published(schema);
  return { '~standard': { ...standard, validate: (value: unknown) => ({ value }) } };
}

/** A schema that validates as it is, and is published in as few words as say the same: every word is read by a model. */
export function published<T extends z.ZodType>(schema: T): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  const json = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => shorten(jsonSchema) });
  delete json.$schema;
  const publish = (): Record<string, unknown> => json;
  return { '~standard': { ...schema['~standard'], jsonSchema: { input: publish, output: publish } } };
}

/** Leaves out what holds anyway: keys are strings, an integer is a safe one, and an open object may have more. */
function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.propertyNames;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  const { additionalProperties: rest } = schema;
  if (typeof rest === 'object' && Object.keys(rest).length === 0) delete schema.additionalProperties;
}
