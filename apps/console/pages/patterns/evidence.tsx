import { useSignal } from '@preact/signals';
import { NotFoundError, type Pattern } from '@mneme/client';
import type { VNode } from 'preact';
import { MemoryLink } from '../../components/memory-link.js';
import { Shown } from '../../components/states.js';
import { Beginning, Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { readMemory } from '../../data/memories.js';
import { useResource } from '../../data/resource.js';
import { may } from '../../session/session.js';
import { count, counted } from '../../text/formats.js';

const SHOWN_CHARACTERS = 160;

/** Memories that a pattern is made of. The response names some of them, and has the texts of a few. */
export function Evidence({ pattern }: { readonly pattern: Pattern }): VNode {
  const { evidence, evidenceIds, counterExampleIds, support } = pattern;
  const shown = new Set(evidence.map(({ memoryId }) => memoryId));
  const others = evidenceIds.filter((id) => !shown.has(id));
  const listed = shown.size + others.length;
  const part = listed < support.memories ? `${count(listed)} of ` : '';
  return (
    <details class="chain-words">
      <summary>{`Evidence (${part}${counted(support.memories, 'memory', 'memories')})`}</summary>
      <ul class="chain-list">
        {evidence.map(({ memoryId, excerpt, at }) => (
          <li key={memoryId}>
            <Time iso={at} />
            <MemoryLink id={memoryId}>
              <Text text={excerpt} />
            </MemoryLink>
          </li>
        ))}
      </ul>
      <MoreMemories title="More that agree" ids={others} />
      <MoreMemories title="That do not agree" ids={counterExampleIds} />
    </details>
  );
}

interface MoreMemoriesProps {
  readonly title: string;
  readonly ids: readonly string[];
}

/** Memories of which the response has the id alone: their texts are read when they are asked for. */
function MoreMemories({ title, ids }: MoreMemoriesProps): VNode | null {
  const isAsked = useSignal(false);
  if (ids.length === 0) return null;
  return (
    <details class="pattern-more" onToggle={() => (isAsked.value = true)}>
      <summary>{`${title} (${ids.length})`}</summary>
      {isAsked.value && <Texts ids={ids} />}
    </details>
  );
}

function Texts({ ids }: { readonly ids: readonly string[] }): VNode {
  const texts = useResource(ids.join(' '), (signal) => Promise.all(ids.map((id) => textOf(id, signal))));
  return (
    <Shown of={texts} what="the memories">
      {(found) => (
        <ul>
          {ids.map((id, i) => (
            <li key={id}>
              <MemoryLink id={id}>
                <Beginning text={found[i] ?? id} length={SHOWN_CHARACTERS} />
              </MemoryLink>
            </li>
          ))}
        </ul>
      )}
    </Shown>
  );
}

/** @returns undefined where the credential may not read it, or it has been deleted */
async function textOf(id: string, signal: AbortSignal): Promise<string | undefined> {
  if (!may('read:memories')) return undefined;
  try {
    return (await readMemory(id, signal)).memory.content;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
