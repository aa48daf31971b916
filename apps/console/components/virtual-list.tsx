import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import {
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';

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
  { items, keyOf, rowHeight }: VirtualListProps<Item>,
  list: { readonly current: HTMLUListElement | null },
): Virtualizer<Window, HTMLLIElement> {
  const latest = useRef({ items, keyOf });
  latest.current = { items, keyOf };
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
    initialOffset: () => scrollY,
    onChange: () => draw(undefined),
  };
  const virtualizer = useMemo(() => new Virtualizer<Window, HTMLLIElement>(options), []);
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
