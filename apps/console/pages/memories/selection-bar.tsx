import { useSignal, type Signal } from '@preact/signals';
import type { MemoryItem } from '@mneme/client';
import type { VNode } from 'preact';
import { Dialog } from '../../components/dialog.js';
import { Icon } from '../../components/icons.js';
import { Failure } from '../../components/states.js';
import { toast } from '../../components/toasts.js';
import { useAction } from '../../data/action.js';
import { deleteMemories } from '../../data/memories.js';
import type { PagedList } from '../../data/pages.js';
import { count, counted } from '../../text/formats.js';

interface SelectionBarProps {
  readonly list: PagedList<MemoryItem>;
  readonly selected: Signal<ReadonlySet<string>>;
}

/** What can be done with the selected memories. */
export function SelectionBar({ list, selected }: SelectionBarProps): VNode {
  const isAsking = useSignal(false);
  const { items } = list.state.value;
  const { size } = selected.value;
  return (
    <div class="selection-bar">
      <label class="inline-check">
        <input
          type="checkbox"
          checked={size > 0 && size === items.length}
          indeterminate={size > 0 && size < items.length}
          onChange={({ currentTarget: { checked } }) => {
            selected.value = new Set(checked ? items.map(({ id }) => id) : []);
          }}
        />
        {size === 0 ? `Select all ${count(items.length)} loaded` : `${count(size)} selected`}
      </label>
      {size > 0 && (
        <button type="button" class="button danger" onClick={() => (isAsking.value = true)}>
          <Icon name="trash" />
          Delete
        </button>
      )}
      {isAsking.value && <DeleteDialog list={list} selected={selected} onClose={() => (isAsking.value = false)} />}
    </div>
  );
}

/** Asks, deletes in steps, and shows how far it is. After a failure it goes on with what is left. */
function DeleteDialog({ list, selected, onClose }: SelectionBarProps & { readonly onClose: () => void }): VNode {
  const asked = useSignal(selected.peek().size).value;
  const deleted = useSignal(0);
  const { run, isRunning, error } = useAction(async () => {
    await deleteMemories([...selected.peek()], (ids) => {
      const gone = new Set(ids);
      deleted.value += gone.size;
      selected.value = new Set([...selected.peek()].filter((id) => !gone.has(id)));
      list.remove(({ id }) => gone.has(id));
    });
    toast(`${counted(asked, 'memory', 'memories')} deleted.`);
    onClose();
    list.loadMore();
  });
  const isBusy = isRunning.value;
  return (
    <Dialog
      title={`Delete ${counted(asked, 'memory', 'memories')}?`}
      onClose={() => isBusy || onClose()}
      actions={
        <>
          <button type="button" class="button" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button danger-fill" disabled={isBusy} onClick={() => void run()}>
            {isBusy ? 'Deleting…' : `Delete ${counted(asked - deleted.value, 'memory', 'memories')}`}
          </button>
        </>
      }
    >
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
