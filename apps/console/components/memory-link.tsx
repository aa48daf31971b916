import type { ComponentChildren, VNode } from 'preact';
import { pathOf } from '../session/place.js';
import { may } from '../session/session.js';

interface MemoryLinkProps {
  readonly id: string;
  readonly children: ComponentChildren;
}

/** A link to the page of a memory, or only its words where the credential may not read memories. */
export function MemoryLink({ id, children }: MemoryLinkProps): VNode {
  if (!may('read:memories')) return <span>{children}</span>;
  return <a href={pathOf(`memories/${id}`)}>{children}</a>;
}
