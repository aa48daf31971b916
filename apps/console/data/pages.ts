import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';

/** A page of a list as the API returns it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly cursor: string | undefined;
  /** Of the whole list, where the API counts it. */
  readonly total: number | undefined;
}

/** What has been read of a list so far. */
export interface ReadList<Item> {
  readonly items: readonly Item[];
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
}

export interface PagedList<Item> {
  readonly state: ReadonlySignal<ReadList<Item>>;
  /** Reads the next page, unless one is being read. After an error it tries that page again. */
  readonly loadMore: () => void;
  /** Takes items out that were deleted. @param gone how many were, read or not */
  readonly remove: (isGone: (item: Item) => boolean, gone: number) => void;
}

const EMPTY = { items: [], total: undefined, hasMore: true, isLoading: false, error: undefined };

/**
 * Reads a list page by page, from the start for each key, for as long as its component is shown.
 * @param read a page. @param key what is listed
 */
export function usePagedList<Item>(
  key: string,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
): PagedList<Item> {
  const state = useSignal<ReadList<Item>>(EMPTY);
  const turn = useRef<{ signal: AbortSignal; cursor: string | undefined }>(undefined);
  const latest = useRef(read);
  latest.current = read;

  const loadMore = useCallback(() => {
    const { current } = turn;
    const { isLoading, hasMore } = state.peek();
    if (current === undefined || isLoading || !hasMore) return;
    state.value = { ...state.peek(), isLoading: true, error: undefined };
    latest.current(current.cursor, current.signal).then(
      ({ items, cursor, total }) => {
        if (current.signal.aborted) return;
        current.cursor = cursor;
        const all = [...state.peek().items, ...items];
        state.value = { items: all, total, hasMore: cursor !== undefined, isLoading: false, error: undefined };
      },
      (error: unknown) => {
        if (!current.signal.aborted) state.value = { ...state.peek(), isLoading: false, error };
      },
    );
  }, []);

  useEffect(() => {
    const leaving = new AbortController();
    turn.current = { signal: leaving.signal, cursor: undefined };
    state.value = EMPTY;
    loadMore();
    return () => leaving.abort();
  }, [key]);

  const remove = useCallback((isGone: (item: Item) => boolean, gone: number) => {
    const { items, total, ...rest } = state.peek();
    const left = items.filter((item) => !isGone(item));
    state.value = { ...rest, items: left, total: total === undefined ? total : Math.max(0, total - gone) };
  }, []);
  return { state, loadMore, remove };
}
