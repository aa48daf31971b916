import type { MemoryItem } from '@mneme/client';
import type { VNode } from 'preact';
import { Meter, TagLinks, TypeBadge } from '../../components/memory-facts.js';
import { Beginning } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { pathOf } from '../../session/place.js';
import { titleOf } from '../../text/visible.js';

/** Two lines of the widest window. */
const SHOWN_CHARACTERS = 280;

interface MemoryRowProps {
  readonly memory: MemoryItem;
  /** Whether the time of its last change is shown, in the place of its creation. */
  readonly isByChange: boolean;
  readonly isSelected: boolean;
  /** undefined: none can be selected. @param isRange from the one before it on */
  readonly onSelect: ((id: string, isRange: boolean) => void) | undefined;
}

/** A memory in a list: its beginning, and what tells it from others. */
export function MemoryRow({ memory, isByChange, isSelected, onSelect }: MemoryRowProps): VNode {
  const { id, content, type, importance, createdAt, updatedAt, tags = [], supersededBy } = memory;
  return (
    <div class={`memory-row${isSelected ? ' is-selected' : ''}`}>
      {onSelect !== undefined && (
        <input
          type="checkbox"
          aria-label={`Select ${titleOf(content)}`}
          checked={isSelected}
          onClick={({ shiftKey }) => onSelect(id, shiftKey)}
        />
      )}
      <div class="memory-row-body">
        <a class="memory-row-text" href={pathOf(`memories/${id}`)}>
          <Beginning text={content} length={SHOWN_CHARACTERS} />
        </a>
        <div class="memory-row-facts">
          <TypeBadge type={type} />
          {typeof supersededBy === 'string' && <span class="badge outdated">superseded</span>}
          <span title="Importance">
            <Meter label="Importance" value={importance} />
          </span>
          {isByChange ? (
            <span>
              changed <Time iso={updatedAt ?? createdAt} />
            </span>
          ) : (
            <Time iso={createdAt} />
          )}
          {tags.length > 0 && <TagLinks tags={tags} />}
        </div>
      </div>
    </div>
  );
}
