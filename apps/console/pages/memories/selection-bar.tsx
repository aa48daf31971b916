import type { Signal } from '@preact/signals';
import type { MemoryItem } from '@mneme/client';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import type { PagedList } from '../../data/pages.js';
import { count } from '../../text/formats.js';
import { NOTHING, type Selection } from './selection.js';

interface SelectionBarProps {
  readonly list: PagedList<MemoryItem>;
  readonly selected: Signal<Selection>;
  readonly onDelete: () => void;
}

/** What can be done with the selected memories. */
export function SelectionBar({ list, selected, onDelete }: SelectionBarProps): VNode {
  const { items, total } = list.state.value;
  const size = selected.value === 'all' ? (total ?? items.length) : selected.value.size;
  const areLoadedSelected = size > 0 && size >= items.length;
  return (
    <div class="selection-bar">
      <label class="inline-check">
        <input
          type="checkbox"
          checked={areLoadedSelected}
          indeterminate={size > 0 && !areLoadedSelected}
          onChange={({ currentTarget: { checked } }) => {
            selected.value = checked ? new Set(items.map(({ id }) => id)) : NOTHING;
          }}
        />
        {size === 0 ? `Select all ${count(items.length)} loaded` : `${count(size)} selected`}
      </label>
      {areLoadedSelected && total !== undefined && total > size && (
        <button type="button" class="button" onClick={() => (selected.value = 'all')}>
          {`Select all ${count(total)}`}
        </button>
      )}
      {size > 0 && (
        <button type="button" class="button danger" onClick={onDelete}>
          <Icon name="trash" />
          Delete
        </button>
      )}
    </div>
  );
}
