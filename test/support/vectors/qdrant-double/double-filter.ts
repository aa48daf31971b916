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

const CLAUSES = ['must', 'should', 'must_not'];

const INDEX_TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['keyword', 'uuid'],
  number: ['integer'],
};

/** A filter, all of whose fields must be indexed as the real one demands it in strict mode. */
export function toTest(filter: unknown, schema: Schema): Test {
  const { must = [], should, must_not: never = [] } = fields(filter, 'filter', CLAUSES);
  const toTests = (clause: unknown, name: string): Test[] =>
    list(clause, `filter.${name}`).map((condition) => toCondition(condition, schema));
  const [all, none] = [toTests(must, 'must'), toTests(never, 'must_not')];
  const any = should === undefined ? [() => true] : toTests(should, 'should');
  const has = (tests: readonly Test[], point: StoredPoint): boolean => tests.some((test) => test(point));
  return (point) => all.every((test) => test(point)) && has(any, point) && !has(none, point);
}

function toCondition(condition: unknown, schema: Schema): Test {
  if (CLAUSES.some((clause) => Object.hasOwn(condition as Json, clause))) return toTest(condition, schema);
  const known = ['has_id', 'is_empty', 'key', 'match', 'range'];
  const { has_id: ids, is_empty: empty, key, match, range } = fields(condition, 'condition', known);
  if (empty !== undefined) return toEmptiness(empty, schema);
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

function toEmptiness(empty: unknown, schema: Schema): Test {
  const name = text(fields(empty, 'is_empty', ['key'])['key'], 'key');
  if (!schema.has(name)) throw new Refusal(400, `Bad request: Index required but not found for "${name}"`);
  return ({ payload }) => valuesOf(payload[name]).length === 0;
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
