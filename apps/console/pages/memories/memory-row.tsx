import type { Signal } from '@preact/signals';
import type { MemoryItem } from '@mneme/client';
import type { VNode } from 'preact';
import { Meter, Tags, TypeBadge } from '../../components/memory-facts.js';
import { Beginning } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { pathOf } from '../../session/place.js';
import { visible } from '../../text/visible.js';
import { isSelected, toggle, type Selection } from './selection.js';

/** Two lines of the widest window. */
const SHOWN_CHARACTERS = 280;

interface MemoryRowProps {
  readonly memory: MemoryItem;
  /** undefined: none can be selected. */
  readonly selected: Signal<Selection> | undefined;
  /** Every memory of the list so far. */
  readonly loaded: readonly MemoryItem[];
}

/** A memory in a list: its beginning, and what tells it from others. */
export function MemoryRow({ memory, selected, loaded }: MemoryRowProps): VNode {
  const { id, content, type, importance, createdAt, tags = [], supersededBy } = memory;
  const isChecked = selected !== undefined && isSelected(selected.value, id);
  return (
    <div class={`memory-row${isChecked ? ' is-selected' : ''}`}>
      {selected !== undefined && (
        <input
          type="checkbox"
          aria-label={`Select ${visible(content.slice(0, 60))}`}
          checked={isChecked}
          onChange={() => toggle(selected, id, loaded)}
        />
      )}
      <div class="memory-row-body">
        <a class="memory-row-text" href={pathOf(`memories/${id}`)}>
          <Beginning text={content} length={SHOWN_CHARACTERS} />
        </a>
        <div class="memory-row-facts">
          <TypeBadge type={type} />
          {typeof supersededBy === 'string' && <span class="badge outdated">superseded</span>}
          <Meter label="Importance" value={importance} />
          <Time iso={createdAt} />
          {tags.length > 0 && <Tags tags={tags} />}
        </div>
      </div>
    </div>
  );
}
