import { fields, type Json, list, Refusal, text } from './refusal.js';

export interface StoredPoint {
  readonly id: string;
  /** Unit length, as the real one stores vectors whose distance is the cosine. */
  readonly dense: Float32Array | undefined;
  readonly terms: ReadonlyMap<number, number>;
  readonly payload: Readonly<Json>;
  readonly version: number;
}

export type Test = (point: StoredPoint) => boolean;
export type Schema = ReadonlyMap<string, Json>;

const INDEX_TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['keyword', 'uuid'],
  number: ['integer'],
};

/** A filter, all of whose fields must be indexed as the real one demands it in strict mode. */
export function toTest(filter: unknown, schema: Schema): Test {
  const { must } = fields(filter, 'filter', ['must']);
  const tests = list(must, 'filter.must').map((condition) => toCondition(condition, schema));
  return (point) => tests.every((test) => test(point));
}

function toCondition(condition: unknown, schema: Schema): Test {
  const { has_id: ids, key, match, range } = fields(condition, 'filter.must', ['has_id', 'key', 'match', 'range']);
  if (ids !== undefined) {
    const wanted = new Set(list(ids, 'has_id').map((id) => text(id, 'has_id')));
    return ({ id }) => wanted.has(id);
  }
  const name = text(key, 'key');
  if (range !== undefined) return toRange(name, range, schema);
  const { value, any } = fields(match, 'match', ['value', 'any']);
  const wanted = value === undefined ? list(any, 'match.any') : [value];
  wanted.forEach((each) => {
    demandIndex(name, schema, INDEX_TYPES[typeof each] ?? [], 'lookup');
  });
  const set = new Set(wanted);
  return ({ payload }) => valuesOf(payload[name]).some((each) => set.has(each));
}

function toRange(name: string, range: unknown, schema: Schema): Test {
  const bounds = fields(range, 'range', ['lt', 'lte', 'gte']);
  const dates = Object.values(bounds).every((bound) => typeof bound === 'string');
  demandIndex(name, schema, dates ? ['datetime'] : ['integer'], 'range');
  const read = (value: unknown): number => (dates ? Date.parse(text(value, 'range')) : Number(value));
  const [lt, lte, gte] = [bounds['lt'], bounds['lte'], bounds['gte']].map((bound) =>
    bound === undefined ? undefined : read(bound),
  );
  if ([lt, lte, gte].some(Number.isNaN)) throw new Refusal(400, 'Format error in JSON body: range: invalid datetime');
  return ({ payload }) =>
    valuesOf(payload[name])
      .map(read)
      .some((each) => !(each >= (lt ?? Infinity)) && each <= (lte ?? Infinity) && each >= (gte ?? -Infinity));
}

function demandIndex(name: string, schema: Schema, types: readonly string[], use: 'lookup' | 'range'): void {
  const index = schema.get(name);
  if (index !== undefined && types.includes(String(index['type'])) && index[use] !== false) return;
  throw new Refusal(
    400,
    `Bad request: Index required but not found for "${name}" of one of the following types: [${types.join(', ')}]. ` +
      'Help: Create an index for this key or use a different filter.',
  );
}

function valuesOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}
