import type { Memory, MemoryItem } from '@mneme/client';
import type { VNode } from 'preact';
import { TypeBadge } from '../../components/memory-facts.js';
import { Section } from '../../components/page.js';
import { Shown } from '../../components/states.js';
import { Beginning } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { useResource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { mneme } from '../../session/session.js';

/** What a search takes, in code points. */
const MAX_QUERY = 2_000;
const SHOWN = 5;

/** Memories around this one: of the same session, and with a similar meaning. */
export function Neighbours({ memory }: { readonly memory: Memory }): VNode {
  const { sessionId } = memory.metadata;
  return (
    <>
      {typeof sessionId === 'string' && sessionId.length <= 128 && (
        <SameSession memory={memory} sessionId={sessionId} />
      )}
      <Similar memory={memory} />
    </>
  );
}

/** Around the same time, in the order in which they were stored. */
function SameSession({ memory, sessionId }: { readonly memory: Memory; readonly sessionId: string }): VNode {
  const { id, createdAt } = memory;
  const neighbours = useResource(`${id} ${sessionId}`, async (signal) => {
    const list = (order: 'asc' | 'desc'): Promise<{ memories: MemoryItem[] }> => {
      const from = order === 'asc' ? { createdFrom: createdAt } : { createdTo: createdAt };
      return mneme()
        .memories.list({ metadata: { sessionId }, ...from, sort: 'createdAt', order, limit: SHOWN + 1 }, { signal })
        .page();
    };
    const [before, after] = await Promise.all([list('desc'), list('asc')]);
    const all = new Map([...before.memories.reverse(), ...after.memories].map((each) => [each.id, each]));
    all.delete(id);
    return [...all.values()];
  });
  return (
    <Section title="Same session">
      <Shown of={neighbours} what="the session">
        {(memories) => <NeighbourList memories={memories} none="No other memory of this session." />}
      </Shown>
    </Section>
  );
}

function Similar({ memory: { id, content } }: { readonly memory: Memory }): VNode {
  const similar = useResource(`${id} ${content}`, async (signal) => {
    const query = [...content].slice(0, MAX_QUERY).join('');
    const { results } = await mneme().memories.search(query, { limit: SHOWN + 1 }, { signal });
    return results.filter((result) => result.id !== id).slice(0, SHOWN);
  });
  return (
    <Section title="Similar memories">
      <Shown of={similar} what="similar memories">
        {(memories) => <NeighbourList memories={memories} none="No other memory is similar." />}
      </Shown>
    </Section>
  );
}

interface NeighbourListProps {
  readonly memories: readonly MemoryItem[];
  readonly none: string;
}

function NeighbourList({ memories, none }: NeighbourListProps): VNode {
  if (memories.length === 0) return <p class="hint">{none}</p>;
  return (
    <ul class="neighbours">
      {memories.map(({ id, content, type, createdAt }) => (
        <li key={id}>
          <a href={pathOf(`memories/${id}`)}>
            <Beginning text={content} length={200} />
          </a>
          <div class="memory-row-facts">
            <TypeBadge type={type} />
            <Time iso={createdAt} />
          </div>
        </li>
      ))}
    </ul>
  );
}
