import type { ExampleDocument, Operation } from './example-document.js';
import type { JsonSchema } from './example-schema.js';

/** Schemas whose values a reader can imagine without an example. */
function speaksForItself(schema: JsonSchema): boolean {
  if (schema.$ref !== undefined || schema.enum !== undefined || schema.format?.startsWith('date') === true) return true;
  if (schema.oneOf !== undefined) return schema.oneOf.every((each) => each.$ref !== undefined || each.type === 'null');
  if (schema.type === 'array') return speaksForItself(schema.items ?? {});
  return schema.type === 'boolean' || schema.properties !== undefined;
}

function fieldFaults(at: string, schema: JsonSchema): string[] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => fieldFaults(`${at}.${name}`, each));
  return [
    ...(schema.description === undefined ? [`${at} has no description`] : []),
    ...(schema.example === undefined && !speaksForItself(schema) ? [`${at} has no example`] : []),
    ...below,
  ];
}

/** Each operation, parameter, body and field that lacks its description or its example. */
export function undescribed({ raw, operations }: ExampleDocument): string[] {
  const fields = Object.entries(raw.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, schema]) => fieldFaults(`${name}.${field}`, schema)),
  );
  const ofOperations = operations.flatMap(({ name, summary, description, parameters, requestBody }) => [
    ...((summary && description) === '' ? [`${name} has no description`] : []),
    ...parameters.flatMap((parameter) => [
      ...(parameter.description === undefined ? [`${name}: ${parameter.name} has no description`] : []),
      ...(parameter.example === undefined ? [`${name}: ${parameter.name} has no example`] : []),
    ]),
    ...(requestBody !== undefined && (requestBody.description ?? '') === ''
      ? [`${name}: body has no description`]
      : []),
    ...Object.values(requestBody?.content ?? {})
      .filter(({ example }) => example === undefined)
      .map(() => `${name}: body has no example`),
  ]);
  return [...fields, ...ofOperations];
}

/** Each example that its own schema does not allow. */
export function wrongExamples({ raw, operations, check }: ExampleDocument): string[] {
  const inFields = (at: string, schema: JsonSchema): string[] => [
    ...(schema.example === undefined ? [] : check.faults(schema.example, schema).map((fault) => `${at}: ${fault}`)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => inFields(`${at}.${name}`, each)),
  ];
  const ofOperation = ({ name, parameters, requestBody, responses }: Operation): string[] =>
    [
      ...parameters.flatMap(({ example, schema }) => check.faults(example, schema)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ example, schema }) => check.faults(example, schema)),
      ...Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema, examples = {} }) =>
          Object.values(examples).flatMap(({ value }) => check.faults(value, schema)),
        ),
      ),
    ].map((fault) => `${name}: ${fault}`);
  const events = Object.entries(raw.webhooks).flatMap(([name, { post }]) =>
    Object.values(post.requestBody?.content ?? {}).flatMap(({ example, schema }) =>
      check.faults(example, schema).map((fault) => `${name}: ${fault}`),
    ),
  );
  const schemas = Object.entries(raw.components.schemas).flatMap(([name, schema]) => inFields(name, schema));
  return [...schemas, ...operations.flatMap(ofOperation), ...events];
}
