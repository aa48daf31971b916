import type { Signal } from '@preact/signals';
import type { MemoryItem } from '@mneme/client';
import type { VNode } from 'preact';
import { Meter, Tags, TypeBadge } from '../../components/memory-facts.js';
import { Beginning } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { pathOf } from '../../session/place.js';
import { visible } from '../../text/visible.js';

/** Two lines of the widest window. */
const SHOWN_CHARACTERS = 280;

interface MemoryRowProps {
  readonly memory: MemoryItem;
  /** Ids of the selected memories; undefined: none can be selected. */
  readonly selected: Signal<ReadonlySet<string>> | undefined;
}

/** A memory in a list: its beginning, and what tells it from others. */
export function MemoryRow({ memory, selected }: MemoryRowProps): VNode {
  const { id, content, type, importance, createdAt, tags = [], supersededBy } = memory;
  const isSelected = selected?.value.has(id) ?? false;
  return (
    <div class={`memory-row${isSelected ? ' is-selected' : ''}`}>
      {selected !== undefined && (
        <input
          type="checkbox"
          aria-label={`Select ${visible(content.slice(0, 60))}`}
          checked={isSelected}
          onChange={() => toggle(selected, id)}
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

function toggle(selected: Signal<ReadonlySet<string>>, id: string): void {
  const next = new Set(selected.value);
  if (!next.delete(id)) next.add(id);
  selected.value = next;
}
