import type { Memory } from '@mneme/client';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import { Section } from '../../components/page.js';
import { Shown } from '../../components/states.js';
import { Beginning, Text } from '../../components/text.js';
import { useResource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { may, mneme } from '../../session/session.js';

const MEMORY_ID = /^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Another memory that this one names, or that names it. */
interface Link {
  readonly relation: string;
  /** Its id, or its external id. */
  readonly name: string;
}

/** Memories that the fields of a memory name: what it supersedes, what supersedes it, and ids anywhere else in its metadata. */
export function MemoryLinks({ memory }: { readonly memory: Memory }): VNode {
  const links = linksOf(memory);
  return (
    <>
      <DecisionLink memory={memory} />
      {links.length > 0 && (
        <Section title="Links">
          <ul class="link-list">
            {links.map((link) => (
              <li key={`${link.relation} ${link.name}`}>
                <span class="relation">
                  <Text text={link.relation} />
                </span>
                <LinkedMemory name={link.name} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** From a memory that records a decision to the chain of it. */
function DecisionLink({ memory: { id, type } }: { readonly memory: Memory }): VNode | null {
  if (type !== 'decision' || !may('read:intelligence')) return null;
  return (
    <a class="decision-link" href={pathOf('decisions', new URLSearchParams({ id }))}>
      <Icon name="decisions" />
      How did this come about?
    </a>
  );
}

function linksOf({ supersededBy, metadata }: Memory): Link[] {
  const { supersedes, ...others } = metadata;
  return [
    ...(supersededBy === undefined ? [] : [{ relation: 'Superseded by', name: supersededBy }]),
    ...textsIn(supersedes).map((name) => ({ relation: 'Supersedes', name })),
    ...Object.entries(others).flatMap(([key, value]) =>
      textsIn(value)
        .filter((text) => MEMORY_ID.test(text))
        .map((name) => ({ relation: key, name })),
    ),
  ];
}

function textsIn(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter((each) => typeof each === 'string');
}

function LinkedMemory({ name }: { readonly name: string }): VNode {
  const memory = useResource(name, (signal) => {
    const { memories } = mneme();
    return MEMORY_ID.test(name) ? memories.get(name, {}, { signal }) : memories.byExternalId.get(name, { signal });
  });
  return (
    <Shown of={memory} what="the linked memory">
      {({ id, content }) => (
        <a href={pathOf(`memories/${id}`)}>
          <Beginning text={content} length={160} />
        </a>
      )}
    </Shown>
  );
}
