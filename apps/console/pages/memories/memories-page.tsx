import { signal, useSignal, type Signal } from '@preact/signals';
import type { MemoryItem, MemorySort } from '@mneme/client';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { VirtualList } from '../../components/virtual-list.js';
import { usePagedList, type PagedList } from '../../data/pages.js';
import { FilterPanel } from '../../filters/filter-panel.js';
import { conditionsOf, filterOf, listFilter, withFilter, type Filter } from '../../filters/memory-filter.js';
import { useQuery } from '../../filters/use-query.js';
import { may, mneme } from '../../session/session.js';
import { counted } from '../../text/formats.js';
import { DeleteMemories } from './delete-memories.js';
import { MemoryRow } from './memory-row.js';
import { SelectionBar } from './selection-bar.js';
import { NOTHING, type Selection } from './selection.js';

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
  const filter = filterOf(query);
  const filterText = withFilter(new URLSearchParams(), filter).toString();
  const list = useMemories(`${order} ${filterText}`, query, order);
  const selected = useMemo(() => signal<Selection>(NOTHING), []);
  useEffect(() => {
    selected.value = NOTHING;
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
      <MemoryList list={list} filter={filter} selected={selected} />
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
  readonly filter: Filter;
  readonly selected: Signal<Selection>;
}

/** Its dialog outlives what it deletes. */
function MemoryList({ list, filter, selected }: MemoryListProps): VNode {
  const isDeleting = useSignal(false);
  const { items, hasMore } = list.state.value;
  const isEmpty = items.length === 0 && !hasMore;
  const close = (): void => {
    isDeleting.value = false;
    // What was read may be gone by now.
    if (list.state.peek().items.length === 0) list.loadMore();
  };
  return (
    <>
      {isEmpty ? (
        <NoMemories isFiltered={conditionsOf(filter) > 0} />
      ) : (
        <ReadMemories list={list} selected={selected} onDelete={() => (isDeleting.value = true)} />
      )}
      {isDeleting.value && (
        <DeleteMemories list={list} filter={listFilter(filter)} selected={selected} onClose={close} />
      )}
    </>
  );
}

interface ReadMemoriesProps {
  readonly list: PagedList<MemoryItem>;
  readonly selected: Signal<Selection>;
  readonly onDelete: () => void;
}

function ReadMemories({ list, selected, onDelete }: ReadMemoriesProps): VNode {
  const { items, total, isLoading, error } = list.state.value;
  const canDelete = may('write:memories');
  const announced = useSignal('');
  if (total !== undefined) announced.value = counted(total, 'memory', 'memories');
  return (
    <>
      <div class="list-head">
        <p class="list-count" role="status">
          {announced.value}
        </p>
        {canDelete && items.length > 0 && <SelectionBar list={list} selected={selected} onDelete={onDelete} />}
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
          {(memory) => <MemoryRow memory={memory} selected={canDelete ? selected : undefined} loaded={items} />}
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
