import type { OpenApi } from './example-document.js';
import type { JsonSchema } from './example-schema.js';

type RawOperation = OpenApi['paths'][string][string];
type Schemas = OpenApi['components']['schemas'];
/** What clients send must still be taken; what they receive must still have what they read. */
type Way = 'sent' | 'received';

/** What of a document a later one breaks for a client that was written for the first. */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  return new Comparison(before.components.schemas, after.components.schemas).ofDocuments(before, after);
}

const NOTHING: JsonSchema = {};
/** Bounds that a request must not get, with which of two is the stricter. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const;

class Comparison {
  /** Pairs that are being compared: schemas may hold themselves. */
  private readonly open = new Set<string>();

  constructor(
    private readonly oldSchemas: Schemas,
    private readonly newSchemas: Schemas,
  ) {}

  ofDocuments(before: OpenApi, after: OpenApi): string[] {
    const operations = Object.entries(before.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`;
        const now = after.paths[path]?.[method];
        return now === undefined ? [`${name} is gone`] : this.ofOperation(name, operation, now);
      }),
    );
    const events = Object.entries(before.webhooks).flatMap(([name, { post }]) => {
      const now = after.webhooks[name]?.post;
      return now === undefined
        ? [`the event ${name} is gone`]
        : this.ofContent(`event ${name}`, post.requestBody, now.requestBody, 'received');
    });
    return [...operations, ...events];
  }

  private ofOperation(name: string, before: RawOperation, after: RawOperation): string[] {
    const responses = Object.entries(before.responses).flatMap(([status, response]) => {
      const now = after.responses[status];
      if (now === undefined) return [`${name}: the status ${status} is gone`];
      const headers = Object.keys(response.headers ?? {}).filter((header) => now.headers?.[header] === undefined);
      return [
        ...headers.map((header) => `${name}: ${status} has no header ${header} any more`),
        ...this.ofContent(`${name}: ${status}`, response, now, 'received'),
      ];
    });
    return [
      ...changes(before, after, ['operationId', 'x-required-scope']).map((fault) => `${name}: ${fault}`),
      ...this.ofParameters(name, before, after),
      ...this.ofBody(name, before, after),
      ...responses,
    ];
  }

  private ofParameters(
    name: string,
    { parameters: before }: RawOperation,
    { parameters: after }: RawOperation,
  ): string[] {
    const added = after.filter((each) => each.required && !before.some((old) => old.name === each.name));
    const kept = before.flatMap((old) => {
      const now = after.find((each) => each.name === old.name && each.in === old.in);
      if (now === undefined) return [`${name}: the parameter ${old.name} is gone`];
      const required = !old.required && now.required ? [`${name}: ${old.name} is required now`] : [];
      return [...required, ...this.ofSchemas(`${name}: ${old.name}`, old.schema, now.schema, 'sent')];
    });
    return [...added.map((each) => `${name}: ${each.name} is new and required`), ...kept];
  }

  private ofBody(name: string, { requestBody: before }: RawOperation, { requestBody: after }: RawOperation): string[] {
    const isNeeded = (after?.required ?? false) && !(before?.required ?? false);
    return [
      ...(isNeeded ? [`${name}: the body is required now`] : []),
      ...this.ofContent(`${name}: body`, before, after, 'sent'),
    ];
  }

  private ofContent(
    at: string,
    before: Pick<RawOperation['responses'][string], 'content'> | undefined,
    after: Pick<RawOperation['responses'][string], 'content'> | undefined,
    way: Way,
  ): string[] {
    return Object.entries(before?.content ?? {}).flatMap(([type, { schema }]) => {
      const now = after?.content[type];
      return now === undefined ? [`${at} is not ${type} any more`] : this.ofSchemas(at, schema, now.schema, way);
    });
  }

  private ofSchemas(at: string, before: JsonSchema, after: JsonSchema, way: Way): string[] {
    const pair = `${way} ${before.$ref ?? ''} ${after.$ref ?? ''}`;
    const isNamed = before.$ref !== undefined && after.$ref !== undefined;
    if (isNamed && this.open.has(pair)) return [];
    if (isNamed) this.open.add(pair);
    const [old, now] = [resolved(before, this.oldSchemas), resolved(after, this.newSchemas)];
    const faults = [
      ...typeFaults(old, now, way),
      ...valueFaults(old, now),
      ...(way === 'sent' ? narrowed(old, now) : []),
    ].map((fault) => `${at} ${fault}`);
    const below = [...this.ofProperties(at, old, now, way), ...this.ofKinds(at, old, now, way)];
    this.open.delete(pair);
    return [...faults, ...below];
  }

  private ofProperties(at: string, before: JsonSchema, after: JsonSchema, way: Way): string[] {
    const { properties: old = {}, required: oldRequired = [] } = before;
    const { properties: now = {}, required: newRequired = [] } = after;
    const required =
      way === 'sent'
        ? newRequired.filter((name) => !oldRequired.includes(name)).map((name) => `${at}.${name} is required now`)
        : oldRequired.filter((name) => !newRequired.includes(name)).map((name) => `${at}.${name} may be missing now`);
    const fields = Object.entries(old).flatMap(([name, schema]) => {
      const later = now[name];
      return later === undefined ? [`${at}.${name} is gone`] : this.ofSchemas(`${at}.${name}`, schema, later, way);
    });
    return [...required, ...fields];
  }

  private ofKinds(at: string, before: JsonSchema, after: JsonSchema, way: Way): string[] {
    const faults =
      before.items === undefined ? [] : this.ofSchemas(`${at}[]`, before.items, after.items ?? NOTHING, way);
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const [old, now] = [before[keyword] ?? [], after[keyword] ?? []];
      const [needed, there] = way === 'sent' ? [old, now] : [now, old];
      if (needed.length > there.length) faults.push(`${at} has ${old.length} kinds, then ${now.length}`);
      faults.push(...old.flatMap((kind, i) => (now[i] === undefined ? [] : this.ofSchemas(at, kind, now[i], way))));
    }
    return faults;
  }
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref, ...use } = schema;
  if ($ref === undefined) return schema;
  return { ...resolved(schemas[$ref.split('/').at(-1) ?? ''] ?? NOTHING, schemas), ...use };
}

function typesOf({ type }: JsonSchema): readonly string[] {
  if (type === undefined) return [];
  const types = typeof type === 'string' ? [type] : type;
  return types.includes('number') ? [...types, 'integer'] : types;
}

function typeFaults(before: JsonSchema, after: JsonSchema, way: Way): string[] {
  const [needed, there] = way === 'sent' ? [before, after] : [after, before];
  if (there.type === undefined) return [];
  const isFit = needed.type !== undefined && typesOf(needed).every((type) => typesOf(there).includes(type));
  return isFit ? [] : [`is ${String(after.type)} and was ${String(before.type)}`];
}

/** An enum may get values: the document says so. */
function valueFaults({ enum: before }: JsonSchema, { enum: after }: JsonSchema): string[] {
  if (before === undefined) return after === undefined ? [] : ['has only certain values now'];
  const gone = after === undefined ? [] : before.filter((value) => !after.includes(value));
  return gone.map((value) => `has no value ${String(value)} any more`);
}

function narrowed(before: JsonSchema, after: JsonSchema): string[] {
  const lower = LOWER.filter((bound) => (after[bound] ?? -Infinity) > (before[bound] ?? -Infinity));
  const upper = UPPER.filter((bound) => (after[bound] ?? Infinity) < (before[bound] ?? Infinity));
  const isClosed = after.additionalProperties === false && before.additionalProperties !== false;
  return [
    ...[...lower, ...upper]
      // No length and no number of entries is below zero.
      .filter((bound) => !(bound.startsWith('min') && bound !== 'minimum' && after[bound] === 0))
      .map((bound) => `has the ${bound} ${String(after[bound])} and had ${String(before[bound])}`),
    ...changes(before, after, ['pattern', 'format']).filter(() => (after.pattern ?? after.format) !== undefined),
    ...changes(before, after, ['default']),
    ...changes(before, after, ['not']).filter(() => after.not !== undefined),
    ...(isClosed ? ['takes no other fields any more'] : []),
  ];
}

function changes<T extends object>(before: T, after: T, names: readonly (keyof T & string)[]): string[] {
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `has the ${name} ${shown(after[name])} and had ${shown(before[name])}`);
}

function shown(value: unknown): string {
  return value === undefined || typeof value === 'string' ? String(value) : JSON.stringify(value);
}
