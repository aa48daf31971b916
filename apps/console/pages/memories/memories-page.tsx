import { signal, useSignal, type Signal } from '@preact/signals';
import type { MemoryItem, MemorySort } from '@mneme/client';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { VirtualList } from '../../components/virtual-list.js';
import { usePagedList, type PagedList } from '../../data/pages.js';
import { FilterPanel } from '../../filters/filter-panel.js';
import { filterOf, listFilter, withFilter } from '../../filters/memory-filter.js';
import { useQuery } from '../../filters/use-query.js';
import { may, mneme } from '../../session/session.js';
import { counted } from '../../text/formats.js';
import { MemoryRow } from './memory-row.js';
import { SelectionBar } from './selection-bar.js';

const PAGE_SIZE = 50;
const ROW_HEIGHT = 84;

/** By the API's names, in the reader's words. */
const ORDERS = {
  'createdAt desc': 'Newest first',
  'createdAt asc': 'Oldest first',
  'updatedAt desc': 'Last changed first',
  'importance desc': 'Most important first',
  'importance asc': 'Least important first',
} as const;
type Order = keyof typeof ORDERS;
const NEWEST_FIRST: Order = 'createdAt desc';

/** Every memory of the tenant, as far as the reader scrolls. */
export function MemoriesPage(): VNode {
  const { query, replace } = useQuery();
  const order = orderOf(query);
  const filterText = withFilter(new URLSearchParams(), filterOf(query)).toString();
  const list = useMemories(`${order} ${filterText}`, query, order);
  const selected = useMemo(() => signal<ReadonlySet<string>>(new Set()), []);
  useEffect(() => {
    selected.value = new Set();
  }, [order, filterText]);
  return (
    <Page title="Memories">
      <FilterPanel query={query} onChange={replace}>
        <select
          class="order"
          aria-label="Order"
          value={order}
          onChange={({ currentTarget: { value } }) => {
            const next = new URLSearchParams(query);
            next.set('order', value);
            replace(next);
          }}
        >
          {Object.entries(ORDERS).map(([value, label]) => (
            <option value={value} key={value}>
              {label}
            </option>
          ))}
        </select>
      </FilterPanel>
      <MemoryList list={list} selected={selected} isFiltered={filterText !== ''} />
    </Page>
  );
}

function orderOf(query: URLSearchParams): Order {
  const order = query.get('order') ?? '';
  return order in ORDERS ? (order as Order) : NEWEST_FIRST;
}

function useMemories(key: string, query: URLSearchParams, order: Order): PagedList<MemoryItem> {
  return usePagedList(key, async (cursor, signal) => {
    const [sort, direction] = order.split(' ') as [MemorySort, 'asc' | 'desc'];
    const filter = listFilter(filterOf(query));
    const paging = cursor === undefined ? { sort, order: direction } : { cursor };
    const params = { ...filter, ...paging, limit: PAGE_SIZE, fields: ['tags', 'supersededBy'] as const };
    const { memories, pagination } = await mneme().memories.list(params, { signal }).page();
    return { items: memories, cursor: pagination.nextCursor, total: pagination.total };
  });
}

interface MemoryListProps {
  readonly list: PagedList<MemoryItem>;
  readonly selected: Signal<ReadonlySet<string>>;
  readonly isFiltered: boolean;
}

function MemoryList({ list, selected, isFiltered }: MemoryListProps): VNode {
  const { items, total, isLoading, error, hasMore } = list.state.value;
  const canDelete = may('write:memories');
  const announced = useSignal('');
  if (total !== undefined) announced.value = counted(total, 'memory', 'memories');
  if (items.length === 0 && !hasMore) return <NoMemories isFiltered={isFiltered} />;
  return (
    <>
      <div class="list-head">
        <p class="list-count" role="status">
          {announced.value}
        </p>
        {canDelete && items.length > 0 && <SelectionBar list={list} selected={selected} />}
      </div>
      {items.length > 0 && (
        <VirtualList
          label="Memories"
          items={items}
          keyOf={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          total={total}
          onNearEnd={list.loadMore}
        >
          {(memory) => <MemoryRow memory={memory} selected={canDelete ? selected : undefined} />}
        </VirtualList>
      )}
      {isLoading && <Loading what={items.length === 0 ? 'memories' : 'more memories'} />}
      {error !== undefined && <Failure error={error} retry={list.loadMore} />}
    </>
  );
}

function NoMemories({ isFiltered }: { readonly isFiltered: boolean }): VNode {
  return isFiltered ? (
    <Empty title="No memory matches these filters">Take a filter away to see more.</Empty>
  ) : (
    <Empty title="No memories yet">
      Assistants and applications store them with <code>POST /api/v1/memories</code>, a client, or MCP.
    </Empty>
  );
}
