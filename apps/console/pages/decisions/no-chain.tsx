import type { DecisionChains } from '@mneme/client';
import type { VNode } from 'preact';
import { MemoryLink } from '../../components/memory-link.js';
import { Empty } from '../../components/states.js';
import { Beginning, Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { readMemory } from '../../data/memories.js';
import { useResource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { may } from '../../session/session.js';
import { percent } from '../../text/formats.js';

/** The service's reason where a memory was asked for by its id, and says itself that nothing is decided. */
const UNDECIDED = 'The memory says that this is not decided.';
/** In percent: what is less probable is shown only where nothing else is. */
const PROBABLE = 5;

interface NoChainProps {
  readonly answer: DecisionChains;
  /** The memory that was asked for; empty where it was words. */
  readonly id: string;
}

/** Why there is no chain, and the decisions that the topic may mean. */
export function NoChain({ answer: { reason, candidates = [] }, id }: NoChainProps): VNode {
  const isProbable = ({ probability }: { readonly probability: number }): boolean =>
    Math.round(probability * 100) >= PROBABLE;
  const offered = candidates.some(isProbable) ? candidates.filter(isProbable) : candidates;
  return (
    <>
      <Empty title="No decision was found" icon="decisions">
        {id !== '' && <AskedMemory id={id} />}
        {reason === UNDECIDED ? (
          <p>
            By its text, nothing is decided yet. If something is, say so in the text (“We decided: …”), or ask above, in
            words, for the decision that came later.
          </p>
        ) : (
          reason !== undefined && <Text text={reason} />
        )}
      </Empty>
      {offered.length > 0 && (
        <section class="chain-candidates">
          <h2>{offered.length === 1 ? 'Did you mean this one?' : 'Did you mean one of these?'}</h2>
          <ul class="neighbours">
            {offered.map(({ memoryId, text, at, probability }) => (
              <li key={memoryId}>
                <a href={pathOf('decisions', new URLSearchParams({ id: memoryId }))}>
                  <Beginning text={text} length={200} />
                </a>
                <div class="memory-row-facts">
                  <Time iso={at} />
                  <span>{`${percent(probability)} probable`}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Its words where the credential may read them; until they are there, its id. */
function AskedMemory({ id }: { readonly id: string }): VNode {
  const memory = useResource(may('read:memories') ? id : undefined, (signal) => readMemory(id, signal));
  const content = memory.state.value.data?.memory.content ?? id;
  return (
    <p>
      {'You asked about “'}
      <MemoryLink id={id}>
        <Beginning text={content} length={160} />
      </MemoryLink>
      ”.
    </p>
  );
}
