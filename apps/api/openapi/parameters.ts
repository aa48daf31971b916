import { operationsOf } from './operations.js';
import { isObject, type Json } from './walk.js';
import type { OpenAPIObject } from '@nestjs/swagger';

/** Keywords of JSON Schema that the generator leaves beside a parameter's schema instead of in it. */
const OF_SCHEMA = ['not', 'propertyNames', 'x-schema'];

/**
 * Parameters as OpenAPI has them: every rule in the schema, and the example beside it too, where clients look for it. A
 * field that stands for a family of parameters (`metadata.userId=anna`) is published as an object of them: in OpenAPI's
 * style for queries each of its properties is a parameter of its own.
 */
export function withParameters(document: OpenAPIObject): OpenAPIObject {
  for (const { operation } of operationsOf(document)) {
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((parameter) => published(parameter as unknown as Json) as never);
  }
  return document;
}

function published(parameter: Json): Json {
  const rules = Object.entries(parameter).filter(([key]) => OF_SCHEMA.includes(key));
  const rest = Object.entries(parameter).filter(([key]) => !OF_SCHEMA.includes(key));
  const schema = isObject(parameter['schema']) ? parameter['schema'] : {};
  const { example } = schema;
  return {
    ...Object.fromEntries(rest),
    ...(example === undefined ? {} : { example }),
    schema: { ...schema, ...Object.fromEntries(rules) },
  };
}
