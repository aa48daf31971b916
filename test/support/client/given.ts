import type { RequestOptions } from '@mneme/client';

export type Fields = Readonly<Record<string, unknown>>;

const KEY = 'metadata.';
/** What a query separates by commas. */
const LISTS = new Set(['fields', 'tags']);

/** What a test gives on purpose, whatever the types of the client say. */
export function asIs(value: unknown): never {
  return value as never;
}

/** Headers as options of a call. */
export function optionsOf(headers: Record<string, string>): RequestOptions {
  const { 'idempotency-key': idempotencyKey, 'if-match': ifMatch, ...rest } = headers;
  return { idempotencyKey, ifMatch, headers: rest };
}

/**
 * A query as parameters of the client, which mean the same: tags and fields are lists there, metadata is one object.
 * @throws Error where the client has no way to say it
 */
export function parametersOf(query: string | Fields): never {
  if (typeof query !== 'string') return asIs(query);
  // Throws where the query is malformed: URLSearchParams would take it, and the client send another one.
  decodeURIComponent(query);
  const given = new URLSearchParams(query);
  if (given.has('metadata')) throw new Error(`the client cannot send ${query}: send it through api`);
  const parameters: [string, unknown][] = [];
  const metadata: [string, unknown][] = [];
  for (const name of new Set(given.keys())) {
    if (name.startsWith(KEY)) metadata.push([name.slice(KEY.length), valueOf(given, name)]);
    else if (name === 'tag') parameters.push(['tags', given.getAll(name)]);
    else if (LISTS.has(name)) parameters.push([name, given.getAll(name).flatMap((value) => value.split(','))]);
    else parameters.push([name, valueOf(given, name)]);
  }
  if (metadata.length > 0) parameters.push(['metadata', Object.fromEntries(metadata)]);
  // Made of entries: a name may be `__proto__`.
  return asIs(Object.fromEntries(parameters));
}

function valueOf(given: URLSearchParams, name: string): string | string[] {
  const [first = '', ...others] = given.getAll(name);
  return others.length === 0 ? first : [first, ...others];
}
