import { signal, useSignal, type Signal } from '@preact/signals';
import type { MemoryItem } from '@mneme/client';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { VirtualList } from '../../components/virtual-list.js';
import { FilterPanel } from '../../filters/filter-panel.js';
import { conditionsOf, filterOf, withFilter, type Filter } from '../../filters/memory-filter.js';
import { useQuery } from '../../filters/use-query.js';
import { may } from '../../session/session.js';
import { counted } from '../../text/formats.js';
import { DeleteMemories } from './delete-memories.js';
import { MemoryRow } from './memory-row.js';
import { SelectionBar } from './selection-bar.js';
import { isSelected, NOTHING, toggle, type Selection } from './selection.js';
import { ORDERS, orderOf, useMemories, type Memories, type Order } from './use-memories.js';

const ROW_HEIGHT = 84;

/** Every memory of the tenant, as far as the reader scrolls. */
export function MemoriesPage(): VNode {
  const { query, replace } = useQuery();
  const order = orderOf(query);
  const filter = filterOf(query);
  const filterText = withFilter(new URLSearchParams(), filter).toString();
  const memories = useMemories(`${order} ${filterText}`, query);
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
      <MemoryList memories={memories} order={order} filter={filter} selected={selected} />
    </Page>
  );
}

interface MemoryListProps {
  readonly memories: Memories;
  readonly order: Order;
  readonly filter: Filter;
  readonly selected: Signal<Selection>;
}

/** Its dialog outlives what it deletes. */
function MemoryList({ memories, order, filter, selected }: MemoryListProps): VNode {
  const { list } = memories;
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
        <NoMemories isFiltered={conditionsOf(filter).length > 0} />
      ) : (
        <ReadMemories
          memories={memories}
          order={order}
          selected={selected}
          onDelete={() => (isDeleting.value = true)}
        />
      )}
      {isDeleting.value && <DeleteMemories list={list} filter={filter} selected={selected} onClose={close} />}
    </>
  );
}

interface ReadMemoriesProps {
  readonly memories: Memories;
  readonly order: Order;
  readonly selected: Signal<Selection>;
  readonly onDelete: () => void;
}

function ReadMemories({ memories, order, selected, onDelete }: ReadMemoriesProps): VNode {
  const { list, place, onLeave } = memories;
  const { items, total, isLoading, error } = list.state.value;
  const canDelete = may('write:memories');
  const select = useSelect(selected, items);
  const announced = useSignal('');
  if (total !== undefined) announced.value = counted(total, 'memory', 'memories');
  return (
    <div class="memory-list">
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
          place={place}
          onLeave={onLeave}
        >
          {(memory) => (
            <MemoryRow
              memory={memory}
              isByChange={order === 'updatedAt desc'}
              isSelected={isSelected(selected.value, memory.id)}
              onSelect={canDelete ? select : undefined}
            />
          )}
        </VirtualList>
      )}
      {isLoading && <Loading what={items.length === 0 ? 'memories' : 'more memories'} />}
      {error !== undefined && <Failure error={error} retry={list.loadMore} />}
    </div>
  );
}

/** Selects one memory, or with Shift all from the one before it on. */
function useSelect(selected: Signal<Selection>, items: readonly MemoryItem[]): (id: string, isRange: boolean) => void {
  const last = useRef<string>(undefined);
  return (id, isRange) => {
    toggle(selected, id, items, isRange ? last.current : undefined);
    last.current = id;
  };
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
