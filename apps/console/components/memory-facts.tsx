import type { ComponentChildren, VNode } from 'preact';
import type { MemoryType } from '@mneme/client';
import { pathOf } from '../session/place.js';
import { may } from '../session/session.js';
import { decimal } from '../text/formats.js';
import { Text } from './text.js';

/** The kind of a memory, which leads to all of that kind. */
export function TypeBadge({ type }: { readonly type: MemoryType }): VNode {
  return (
    <Like query={{ type }} look={`badge type-${type}`} title={`Memories of the type ${type}`}>
      {type}
    </Like>
  );
}

interface LikeProps {
  /** Of the page of memories. */
  readonly query: Readonly<Record<string, string>>;
  readonly look: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A small link to the memories that share something, or its words alone where the credential may not read memories. */
function Like({ query, look, title, children }: LikeProps): VNode {
  if (!may('read:memories')) return <span class={look}>{children}</span>;
  return (
    <a class={look} href={pathOf('memories', new URLSearchParams(query))} title={title}>
      {children}
    </a>
  );
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

/** The tags of a memory, each of which leads to all that have it. */
export function TagLinks({ tags }: { readonly tags: readonly string[] }): VNode {
  return (
    <ul class="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Like query={{ tag }} look="tag" title="Memories with this tag">
            <Text text={tag} />
          </Like>
        </li>
      ))}
    </ul>
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
