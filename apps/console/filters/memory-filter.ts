import type { MemoryFilter, MemoryType, SearchParams, TagsMode } from '@mneme/client';
import { day } from '../text/formats.js';
import { isMemoryType } from './memory-types.js';

/** Which memories are meant, by the API's names. It is kept in the address of a page, so that a link shows the same. */
export interface Filter {
  readonly type: MemoryType | undefined;
  readonly tags: readonly string[];
  readonly tagsMode: TagsMode;
  /** Each `key=value`. */
  readonly metadata: readonly string[];
  /** Days: `2026-11-28`. */
  readonly createdFrom: string | undefined;
  readonly createdTo: string | undefined;
  readonly occurredFrom: string | undefined;
  readonly occurredTo: string | undefined;
}

const DAYS = ['createdFrom', 'createdTo', 'occurredFrom', 'occurredTo'] as const;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

export function filterOf(query: URLSearchParams): Filter {
  const type = query.get('type');
  const dayOf = (name: string): string | undefined => {
    const value = query.get(name);
    return value !== null && ISO_DAY.test(value) ? value : undefined;
  };
  return {
    type: isMemoryType(type) ? type : undefined,
    tags: query.getAll('tag'),
    tagsMode: query.get('tagsMode') === 'any' ? 'any' : 'all',
    metadata: query.getAll('metadata').filter((pair) => pair.includes('=')),
    createdFrom: dayOf('createdFrom'),
    createdTo: dayOf('createdTo'),
    occurredFrom: dayOf('occurredFrom'),
    occurredTo: dayOf('occurredTo'),
  };
}

/** Puts a filter into the query of an address, and leaves everything else in it. */
export function withFilter(query: URLSearchParams, filter: Filter): URLSearchParams {
  const result = new URLSearchParams(query);
  for (const name of ['type', 'tag', 'tagsMode', 'metadata', ...DAYS]) result.delete(name);
  if (filter.type !== undefined) result.set('type', filter.type);
  for (const tag of filter.tags) result.append('tag', tag);
  if (filter.tagsMode === 'any') result.set('tagsMode', 'any');
  for (const pair of filter.metadata) result.append('metadata', pair);
  for (const name of DAYS) {
    const value = filter[name];
    if (value !== undefined) result.set(name, value);
  }
  return result;
}

/** A part of a filter that a reader can take away. */
export interface Condition {
  readonly name: string;
  /** One of them is enough. */
  readonly values: readonly string[];
  /** The filter without it. */
  readonly others: Filter;
}

const DAY_NAMES = {
  createdFrom: 'Created from',
  createdTo: 'Created to',
  occurredFrom: 'Happened from',
  occurredTo: 'Happened to',
} as const;

/** In the order of the form. */
export function conditionsOf(filter: Filter): Condition[] {
  const { type, tags, tagsMode, metadata } = filter;
  const tagValues = tagsMode === 'any' && tags.length > 0 ? [tags] : tags.map((tag) => [tag]);
  return [
    ...(type === undefined ? [] : [{ name: 'Type', values: [type], others: { ...filter, type: undefined } }]),
    ...tagValues.map((values) => {
      const others = { ...filter, tags: tags.filter((tag) => !values.includes(tag)) };
      return { name: 'Tag', values, others };
    }),
    ...metadata.map((pair) => {
      const others = { ...filter, metadata: metadata.filter((each) => each !== pair) };
      return { name: 'Metadata', values: [pair], others };
    }),
    ...DAYS.flatMap((name) => {
      const value = filter[name];
      return value === undefined
        ? []
        : [{ name: DAY_NAMES[name], values: [day(value)], others: { ...filter, [name]: undefined } }];
    }),
  ];
}

/** For the calls that list and count. */
export function listFilter({ tags, metadata, tagsMode, ...rest }: Filter): MemoryFilter {
  return {
    ...defined(rest),
    ...(tags.length > 0 && { tags, tagsMode }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata.map(pairOf)) }),
  };
}

/** For a search. Its metadata has types, which an address does not tell: a text is also looked for as what it may stand for. */
export function searchFilter({ tags, metadata, tagsMode, ...rest }: Filter): SearchParams {
  const values = metadata.map(pairOf).map(([key, value]) => [key, meaningsOf(value)] as const);
  return {
    ...defined(rest),
    ...(tags.length > 0 && { tags: [...tags], tagsMode }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(values) }),
  };
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function meaningsOf(value: string): (string | number | boolean)[] {
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  const number = Number(value);
  return value.trim() !== '' && Number.isFinite(number) ? [value, number] : [value];
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
