import type { VNode } from 'preact';
import type { MemoryType } from '@mneme/client';
import { decimal } from '../text/formats.js';
import { Text } from './text.js';

/** The kind of a memory. */
export function TypeBadge({ type }: { readonly type: MemoryType }): VNode {
  return <span class={`badge type-${type}`}>{type}</span>;
}

/** A number from 0 to 1, as a bar and in digits. */
export function Meter({ label, value }: { readonly label: string; readonly value: number }): VNode {
  return (
    <span class="meter">
      <meter min={0} max={1} value={value} aria-label={label} />
      <span class="number">{decimal(value)}</span>
    </span>
  );
}

export function Tags({ tags }: { readonly tags: readonly string[] }): VNode {
  return (
    <ul class="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li class="tag" key={tag}>
          <Text text={tag} />
        </li>
      ))}
    </ul>
  );
}
