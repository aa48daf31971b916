import type { MemoryItem, MemorySort } from '@mneme/client';
import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';
import type { ListPlace } from '../../components/virtual-list.js';
import { usePagedList, type ListPage, type PagedList } from '../../data/pages.js';
import { filterOf, listFilter } from '../../filters/memory-filter.js';
import { mneme } from '../../session/session.js';

const PAGE_SIZE = 50;
/** Of what was read of a list that the reader comes back to: they wait for it. */
const MAX_READ_AGAIN = 1_000;
const MAX_LIMIT = 100;

/** By the API's names, in the reader's words. */
export const ORDERS = {
  'createdAt desc': 'Newest first',
  'createdAt asc': 'Oldest first',
  'updatedAt desc': 'Last changed first',
  'importance desc': 'Most important first',
  'importance asc': 'Least important first',
} as const;
export type Order = keyof typeof ORDERS;
const NEWEST_FIRST: Order = 'createdAt desc';

export function orderOf(query: URLSearchParams): Order {
  const order = query.get('order') ?? '';
  return order in ORDERS ? (order as Order) : NEWEST_FIRST;
}

/** A list as the reader left it: which it was, how much they had read, and where they were. */
interface Left {
  readonly key: string;
  readonly read: number;
  readonly place: ListPlace;
}
let left: Left | undefined;

export interface Memories {
  readonly list: PagedList<MemoryItem>;
  /** Where the reader was, if Back has brought them here. */
  readonly place: ListPlace | undefined;
  readonly onLeave: (place: ListPlace) => void;
}

/**
 * The memories that a query means. Where the reader comes back to them, as many as before are read again: they may have
 * changed meanwhile.
 * @param key says the filter and the order
 */
export function useMemories(key: string, query: URLSearchParams): Memories {
  // Its types leave out what it tells: whether a link has led here.
  const { wasPush } = useLocation() as { readonly wasPush?: boolean };
  const restored = useRef(wasPush === true || left?.key !== key ? undefined : left);
  // Another filter or order is another list.
  useEffect(
    () => () => {
      restored.current = undefined;
    },
    [key],
  );
  const list = usePagedList(key, (cursor, signal) =>
    readPage(query, cursor, cursor === undefined ? restored.current?.read : undefined, signal),
  );
  const onLeave = (place: ListPlace): void => {
    left = { key, read: list.state.peek().items.length, place };
  };
  return { list, place: restored.current?.key === key ? restored.current.place : undefined, onLeave };
}

/** @param wanted how many are read at least, if there are as many */
async function readPage(
  query: URLSearchParams,
  cursor: string | undefined,
  wanted = 0,
  signal: AbortSignal,
): Promise<ListPage<MemoryItem>> {
  const least = Math.max(PAGE_SIZE, Math.min(wanted, MAX_READ_AGAIN));
  const [sort, order] = orderOf(query).split(' ') as [MemorySort, 'asc' | 'desc'];
  const params = {
    ...listFilter(filterOf(query)),
    ...(cursor === undefined ? { sort, order } : { cursor }),
    limit: Math.min(least, MAX_LIMIT),
    fields: ['tags', 'updatedAt', 'supersededBy'] as const,
  };
  const items: MemoryItem[] = [];
  for await (const { memories, pagination } of mneme().memories.list(params, { signal }).pages()) {
    items.push(...memories);
    const { nextCursor, total } = pagination;
    if (nextCursor === undefined || items.length >= least) return { items, cursor: nextCursor, total };
  }
  return { items, cursor: undefined, total: items.length };
}
