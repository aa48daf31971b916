import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import {
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';

/** Where the reader is in a list, for another one to be drawn there. */
export interface ListPlace {
  /** Pixels from the top of the page. */
  readonly top: number;
  /** The rows that were measured: others have heights of their own. */
  readonly rows: VirtualItem[];
}

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
  /** Height of a row before it is measured, in pixels. */
  readonly rowHeight: number;
  /** Of the whole list, which may be longer than what has been read of it. */
  readonly total: number | undefined;
  /** The reader nears the end of what has been read. */
  readonly onNearEnd: () => void;
  /** Where it begins; undefined: where the page is. */
  readonly place: ListPlace | undefined;
  /** The list goes away. */
  readonly onLeave: (place: ListPlace) => void;
}

/** Rows drawn beyond the window, and how near its end the next page is read. */
const OVERSCAN = 8;

/** A list of any length in the page's own scrolling, of which only the rows in the window are drawn. */
export function VirtualList<Item>(props: VirtualListProps<Item>): VNode {
  const { label, items, keyOf, children, total, onNearEnd } = props;
  const list = useRef<HTMLUListElement>(null);
  const virtualizer = useVirtualizer(props, list);
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - OVERSCAN) onNearEnd();
  }, [last, items.length]);
  return (
    <ul ref={list} class="virtual-list" aria-label={label} style={{ height: `${virtualizer.getTotalSize()}px` }}>
      {rows.map(({ index, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <li
            key={keyOf(item)}
            ref={(element: HTMLLIElement | null) => virtualizer.measureElement(element)}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={total ?? -1}
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}

function useVirtualizer<Item>(
  { items, keyOf, rowHeight, place, onLeave }: VirtualListProps<Item>,
  list: { readonly current: HTMLUListElement | null },
): Virtualizer<Window, HTMLLIElement> {
  const latest = useRef({ items, keyOf, onLeave });
  latest.current = { items, keyOf, onLeave };
  // Always the same one: where it changes, all rows are laid out again.
  const getItemKey = useCallback((index: number) => {
    const { current } = latest;
    const item = current.items[index];
    return item === undefined ? index : current.keyOf(item);
  }, []);
  // A scroll draws the list again.
  const [, draw] = useReducer<number, undefined>((times) => times + 1, 0);
  const options = {
    count: items.length,
    getItemKey,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: list.current === null ? 0 : list.current.getBoundingClientRect().top + scrollY,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    measureElement,
    initialOffset: () => place?.top ?? scrollY,
    initialMeasurementsCache: place?.rows ?? [],
    onChange: () => draw(undefined),
  };
  const virtualizer = useMemo(() => new Virtualizer<Window, HTMLLIElement>(options), []);
  virtualizer.setOptions(options);
  // Effects that are no layout effects end only after the next page has been scrolled to its top.
  useLayoutEffect(() => {
    // As the last scroll event had it: once the list goes away, the next page above it has moved it.
    let top = place?.top ?? scrollY;
    const onScroll = (): void => {
      top = scrollY;
    };
    addEventListener('scroll', onScroll);
    return () => {
      removeEventListener('scroll', onScroll);
      latest.current.onLeave({ top, rows: virtualizer.takeSnapshot() });
    };
  }, []);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
