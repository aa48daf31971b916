import { type Schema, type StoredPoint, toTest } from './double-filter.js';
import { type DoublePoints, sparseVector } from './double-points.js';
import { fields, type Json, list, Refusal, size, text } from './refusal.js';

const SEARCH = ['query', 'using', 'limit', 'params', 'filter'];
const ROOT = [...SEARCH, 'prefetch', 'with_payload'];

interface Scored {
  readonly point: StoredPoint;
  readonly score: number;
}

/** `points/query`, exact. */
export function search(body: unknown, points: DoublePoints, schema: Schema): unknown {
  const { prefetch, with_payload: wanted, ...query } = fields(body, 'body', ROOT);
  const from = prefetch === undefined ? points.all(() => true) : prefetched(prefetch, points, schema);
  const found = run(query, from, points, schema);
  return { points: found.map(({ point, score }) => ({ ...shown(point, wanted), score })) };
}

/** `points/scroll`: by ascending id, one page from the offset on. */
export function scroll(body: unknown, points: DoublePoints, schema: Schema): unknown {
  const request = fields(body, 'body', ['filter', 'limit', 'offset', 'with_payload', 'with_vector']);
  const limit = atLeastOne(request['limit']);
  const { offset = '', with_vector: wanted } = request;
  const from = text(offset, 'offset');
  const found = points
    .all(toTest(request['filter'], schema))
    .filter(({ id }) => id >= from)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const page = found.slice(0, limit).map((point) => {
    const { id, payload } = shown(point, request['with_payload']);
    return { id, payload, ...(wanted === false ? {} : { vector: shownVector(point, wanted) }) };
  });
  return { points: page, next_page_offset: found[limit]?.id ?? null };
}

function shownVector({ dense }: StoredPoint, wanted: unknown): Json {
  const names = list(wanted, 'with_vector');
  if (names.length !== 1 || names[0] !== 'dense') throw new Refusal(400, 'Wrong input: only dense is asked for');
  return dense === undefined ? {} : { dense: [...dense] };
}

/** `points/count`. */
export function count(body: unknown, points: DoublePoints, schema: Schema): unknown {
  const { filter, exact } = fields(body, 'body', ['filter', 'exact']);
  if (typeof exact !== 'boolean') throw new Refusal(400, 'Format error in JSON body: exact: expected a boolean');
  return { count: points.all(toTest(filter, schema)).length };
}

function prefetched(prefetch: unknown, points: DoublePoints, schema: Schema): StoredPoint[] {
  const found = list(prefetch, 'prefetch').flatMap((each) =>
    run(
      fields(each, 'prefetch', SEARCH),
      points.all(() => true),
      points,
      schema,
    ),
  );
  return [...new Set(found.map(({ point }) => point))];
}

function run(query: Json, from: readonly StoredPoint[], points: DoublePoints, schema: Schema): Scored[] {
  checkParams(query['params']);
  const filter = query['filter'];
  const kept = filter === undefined ? from : from.filter(toTest(filter, schema));
  const score = scorer(query, points);
  const scored = kept.flatMap((point) => {
    const value = score(point);
    return value === undefined ? [] : [{ point, score: Math.fround(value) }];
  });
  return scored.sort((a, b) => b.score - a.score).slice(0, atLeastOne(query['limit']));
}

function scorer({ query, using }: Json, points: DoublePoints): (point: StoredPoint) => number | undefined {
  const name = text(using, 'using');
  if (name === 'terms') {
    const wanted = [...sparseVector(query)];
    return ({ terms }) => {
      const held = wanted.filter(([term]) => terms.has(term));
      // Without a common index there is no result, not one with a score of 0.
      return held.length === 0
        ? undefined
        : held.reduce((sum, [term, weight]) => sum + weight * (terms.get(term) ?? 0), 0);
    };
  }
  if (name !== 'dense') throw new Refusal(400, `Wrong input: Not existing vector name error: ${name}`);
  const vector = points.denseVector(query);
  return ({ dense }) => dense?.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0);
}

function checkParams(params: unknown): void {
  if (params === undefined) return;
  const { quantization } = fields(params, 'params', ['quantization', 'hnsw_ef']);
  if (quantization !== undefined) fields(quantization, 'quantization', ['ignore', 'rescore', 'oversampling']);
}

function atLeastOne(limit: unknown): number {
  const value = size(limit, 'limit');
  if (value === 0)
    throw new Refusal(422, 'Validation error in JSON body: [limit: value 0 invalid, must be 1 or larger]');
  return value;
}

function shown(
  { id, version, payload }: StoredPoint,
  wanted: unknown,
): { id: string; version: number; payload?: Json } {
  if (wanted === false || wanted === undefined) return { id, version };
  const names = list(wanted, 'with_payload').map((name) => text(name, 'with_payload'));
  return {
    id,
    version,
    payload: Object.fromEntries(names.filter((name) => name in payload).map((name) => [name, payload[name]])),
  };
}
