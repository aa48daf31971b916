import { useSignal, type Signal } from '@preact/signals';
import type { MemoryItem } from '@mneme/client';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Dialog } from '../../components/dialog.js';
import { Failure } from '../../components/states.js';
import { toast } from '../../components/toasts.js';
import { useAction } from '../../data/action.js';
import { deleteMatching, deleteMemories } from '../../data/memories.js';
import type { PagedList } from '../../data/pages.js';
import { Conditions } from '../../filters/conditions.js';
import { conditionsOf, listFilter, type Filter } from '../../filters/memory-filter.js';
import { count, counted } from '../../text/formats.js';
import { NOTHING, type Selection } from './selection.js';

interface DeleteMemoriesProps {
  readonly list: PagedList<MemoryItem>;
  /** What "all" means. */
  readonly filter: Filter;
  readonly selected: Signal<Selection>;
  readonly onClose: () => void;
}

/** Asks, deletes in steps, and shows how far it is. After a failure it goes on with what is left. */
export function DeleteMemories({ list, filter, selected, onClose }: DeleteMemoriesProps): VNode {
  const asked = useSignal(sizeOf(selected.peek(), list)).value;
  const deleted = useSignal(0);
  const stopping = useMemo(() => new AbortController(), []);
  useEffect(() => () => stopping.abort(), []);
  const { run, isRunning, error } = useAction(async () => {
    const remove = (ids: readonly string[]): void => {
      const gone = new Set(ids);
      deleted.value += gone.size;
      const selection = selected.peek();
      if (selection !== 'all') selected.value = new Set([...selection].filter((id) => !gone.has(id)));
      list.remove(({ id }) => gone.has(id), gone.size);
    };
    const selection = selected.peek();
    await (selection === 'all'
      ? deleteMatching(listFilter(filter), remove, stopping.signal)
      : deleteMemories([...selection], remove, stopping.signal));
    toast(`${counted(deleted.peek(), 'memory', 'memories')} deleted.`);
    if (selection === 'all') selected.value = NOTHING;
    onClose();
    list.loadMore();
  });
  const isBusy = isRunning.value;
  return (
    <Dialog
      title={`Delete ${counted(asked, 'memory', 'memories')}?`}
      onClose={() => (isBusy ? stopping.abort() : onClose())}
      actions={
        <>
          <button type="button" class="button" onClick={() => (isBusy ? stopping.abort() : onClose())}>
            {isBusy ? 'Stop' : 'Cancel'}
          </button>
          <button type="button" class="button danger-fill" disabled={isBusy} onClick={() => void run()}>
            {isBusy ? 'Deleting…' : `Delete ${counted(Math.max(0, asked - deleted.value), 'memory', 'memories')}`}
          </button>
        </>
      }
    >
      {selected.value === 'all' && <All filter={filter} />}
      <p>Their history is deleted with them. This cannot be undone.</p>
      {(isBusy || deleted.value > 0) && (
        <>
          <progress max={asked} value={deleted.value} aria-label="Deleted" />
          <p class="hint">{`${count(deleted.value)} of ${count(asked)}`}</p>
        </>
      )}
      {error.value !== undefined && <Failure error={error.value} />}
    </Dialog>
  );
}

/** What "all" means. */
function All({ filter }: { readonly filter: Filter }): VNode {
  return (
    <>
      <p>
        {conditionsOf(filter).length === 0
          ? 'Every memory of this tenant is meant, not only those that this page has loaded.'
          : 'All that match these filters are meant, also those that this page has not loaded.'}
      </p>
      <Conditions filter={filter} />
    </>
  );
}

function sizeOf(selection: Selection, list: PagedList<MemoryItem>): number {
  const { items, total } = list.state.peek();
  return selection === 'all' ? (total ?? items.length) : selection.size;
}
