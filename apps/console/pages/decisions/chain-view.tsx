import type { Signal } from '@preact/signals';
import type { Chain, ChainNode, ChainOption } from '@mneme/client';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { MemoryLink } from '../../components/memory-link.js';
import { Beginning, LongText, Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { ChainList } from './chain-list.js';
import { ChainPicture } from './chain-picture.js';
import { NodePanel } from './node-panel.js';
import { confidence } from './words.js';

const SHOWN_CHARACTERS = 420;
/** Here the list is what one reads, and the picture scrolls. */
const NARROW = '(max-width: 50rem)';

interface ChainViewProps {
  readonly chain: Chain;
  /** The memory whose panel is open, of this chain or another. */
  readonly opened: Signal<ChainNode | undefined>;
}

/** One decision and how it came about: what was decided, the picture, what is missing, and the same in words. */
export function ChainView({ chain, opened }: ChainViewProps): VNode {
  const view = useRef<HTMLElement>(null);
  const node = chain.nodes.find((each) => each === opened.value);
  const boxOf = (id = ''): HTMLElement | null | undefined => view.current?.querySelector(`[data-node="${id}"]`);
  // The panel may have come to stand over it.
  useEffect(() => boxOf(node?.memoryId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [node]);
  const close = (): void => {
    opened.value = undefined;
    boxOf(node?.memoryId)?.focus();
  };
  return (
    <article class="card chain" ref={view} aria-label={chain.headline.slice(0, 120)}>
      <Summary chain={chain} />
      <div>
        <ChainPicture chain={chain} opened={node?.memoryId} onOpen={(next) => (opened.value = next)} />
        {node !== undefined && <NodePanel chain={chain} node={node} onClose={close} />}
      </div>
      <Gaps chain={chain} />
      <Narrative chain={chain} />
      <details class="chain-words" open={matchMedia(NARROW).matches}>
        <summary>The same as a list</summary>
        <ChainList chain={chain} />
      </details>
      <PossibleMembers chain={chain} />
    </article>
  );
}

function Summary({ chain }: { readonly chain: Chain }): VNode {
  const { decision, supersededBy, confidence: value } = chain;
  return (
    <header class="chain-summary">
      <h2 class="chain-headline">
        <LongText text={chain.headline} length={SHOWN_CHARACTERS} />
      </h2>
      <div class="memory-row-facts">
        <Time iso={decision.at} />
        <span title="Probability that this is the right decision and every link of the main path is right">
          {`Whole chain right: ${confidence(value)}`}
        </span>
        {supersededBy !== undefined && (
          <span class="badge outdated">
            <MemoryLink id={supersededBy}>superseded by a later decision</MemoryLink>
          </span>
        )}
      </div>
      <dl class="chain-options">
        {decision.chosen !== undefined && <Option name="Chosen" option={decision.chosen} />}
        {decision.rejected.map((option) => (
          <Option name="Not chosen" option={option} key={option.text} />
        ))}
      </dl>
    </header>
  );
}

function Option({ name, option }: { readonly name: string; readonly option: ChainOption }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <MemoryLink id={option.memoryId}>
          <Beginning text={option.text} length={160} />
        </MemoryLink>
      </dd>
    </div>
  );
}

function Narrative({ chain: { narrative, nodes } }: { readonly chain: Chain }): VNode | null {
  if (narrative.length === 0) return null;
  return (
    <section class="chain-part">
      <h3>In sentences</h3>
      <ol>
        {narrative.map((sentence) => (
          <li key={sentence}>
            <Text text={sentence} />
          </li>
        ))}
      </ol>
      {narrative.length < nodes.length && (
        <p class="hint">
          {`Only the surest are told here: ${narrative.length} of ${nodes.length} memories. The list has them all.`}
        </p>
      )}
    </section>
  );
}

function Gaps({ chain: { gaps } }: { readonly chain: Chain }): VNode | null {
  if (gaps.length === 0) return null;
  return (
    <section class="chain-part">
      <h3>What is missing or stands out</h3>
      <ul>
        {gaps.map(({ code, title, sentence }) => (
          <li key={code}>
            <strong>{title}.</strong> <Text text={sentence} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PossibleMembers({ chain: { possible = [] } }: { readonly chain: Chain }): VNode | null {
  if (possible.length === 0) return null;
  return (
    <details class="chain-words">
      <summary>{`May belong to it as well (${possible.length})`}</summary>
      <ul class="chain-list">
        {possible.map(({ memoryId, at, excerpt, probability }) => (
          <li key={memoryId}>
            <div class="memory-row-facts">
              <Time iso={at} />
              <span>{confidence(probability)}</span>
            </div>
            <MemoryLink id={memoryId}>
              <Text text={excerpt} />
            </MemoryLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
