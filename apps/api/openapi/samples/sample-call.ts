import { isObject, type Json } from '../walk.js';
import type { PlacedOperation } from '../operations.js';

const NDJSON = 'application/x-ndjson';
const TENANT = 'tenantId';

/** A request of an operation as its examples show it: what the operation needs, and the body. */
export interface SampleCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Whether it needs a credential. */
  readonly secured: boolean;
  readonly inPath: Readonly<Record<string, unknown>>;
  readonly inQuery: Readonly<Record<string, unknown>>;
  readonly body?: Json;
  /** The records of a body in NDJSON. */
  readonly records?: readonly Json[];
}

/** What a client's method takes: values in their order, and values with names. The tenant is the client's own. */
export interface SampleArguments {
  readonly positional: readonly unknown[];
  readonly named: Json;
}

export function sampleCall({ path, method, operation }: PlacedOperation): SampleCall {
  const { operationId = '', parameters = [], requestBody, security = [] } = operation;
  const needed = (place: string): Json =>
    Object.fromEntries(
      (parameters as unknown as Parameter[])
        .filter((each) => each.in === place && each.required)
        .map(({ name, example }) => [name, example]),
    );
  const content = (requestBody as { content?: Record<string, { example?: unknown }> } | undefined)?.content ?? {};
  const body = content['application/json']?.example;
  const lines = content[NDJSON]?.example;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    secured: security.length > 0,
    inPath: needed('path'),
    inQuery: needed('query'),
    ...(isObject(body) ? { body } : {}),
    ...(typeof lines === 'string' ? { records: recordsOf(lines) } : {}),
  };
}

/**
 * The arguments of a client's method.
 * @param first by operation, the field of the query or the body that is passed first, without its name
 */
export function sampleArguments(call: SampleCall, first: Readonly<Record<string, string>>): SampleArguments {
  const { operationId, inPath, inQuery, body = {}, records } = call;
  const field = first[operationId];
  const fields = { ...inPath, ...inQuery, ...body };
  const inOrder = Object.entries(inPath).filter(([name]) => name !== TENANT);
  return {
    positional: [
      ...inOrder.map(([, value]) => value),
      ...(field === undefined ? [] : [fields[field]]),
      ...(records === undefined ? [] : [records]),
    ],
    named: Object.fromEntries(
      Object.entries({ ...inQuery, ...body }).filter(([name]) => name !== TENANT && name !== field),
    ),
  };
}

/** Whether the method gives one item after the other. */
export function isSequence({ operationId }: SampleCall): boolean {
  return /\.(list|export)$/.test(operationId);
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example?: unknown;
}

function recordsOf(lines: string): Json[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);
}
