import type { Chain, ChainNode } from '@mneme/client';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../components/icons.js';
import { TypeBadge } from '../../components/memory-facts.js';
import { Shown } from '../../components/states.js';
import { LongText, Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { readMemory } from '../../data/memories.js';
import { useResource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { may } from '../../session/session.js';
import { EdgeList } from './chain-list.js';
import { confidence, isAlternative, ROLES } from './words.js';

const SHOWN_CHARACTERS = 1_200;

interface NodePanelProps {
  readonly chain: Chain;
  readonly node: ChainNode;
  readonly onClose: () => void;
}

/** A memory of a chain below its picture, at the lower edge of the window while that is further down. */
export function NodePanel({ chain, node, onClose }: NodePanelProps): VNode {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), [node.memoryId]);
  useEscape(onClose);
  const into = chain.edges.filter(({ to }) => to === node.memoryId);
  const outOf = chain.edges.filter(({ from }) => from === node.memoryId);
  return (
    <aside class="chain-panel" aria-labelledby="chain-panel-title">
      <header class="section-header">
        <h2 id="chain-panel-title" ref={title} tabIndex={-1}>
          {ROLES[node.role]}
        </h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div class="memory-row-facts">
        <TypeBadge type={node.type} />
        <Time iso={node.at} />
        {isAlternative(chain, node) && <span class="badge">not chosen</span>}
      </div>
      <Content node={node} />
      <p class="hint">{`Is the ${ROLES[node.role].toLowerCase()}: ${confidence(node.roleConfidence)}`}</p>
      <div class="chain-panel-parts">
        {into.length > 0 && (
          <Part title="Comes from">
            <EdgeList chain={chain} edges={into} end="from" />
          </Part>
        )}
        {outOf.length > 0 && (
          <Part title="Leads on">
            <EdgeList chain={chain} edges={outOf} end="to" />
          </Part>
        )}
      </div>
      {may('read:memories') && (
        <a class="button" href={pathOf(`memories/${node.memoryId}`)}>
          Open the memory
        </a>
      )}
    </aside>
  );
}

/** Wherever the focus is; in a dialog, Escape closes that. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.querySelector('dialog[open]') === null) onEscape();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onEscape]);
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <section class="chain-panel-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The whole text, where the credential may read it; the chain has only its beginning. */
function Content({ node }: { readonly node: ChainNode }): VNode {
  const isReadable = may('read:memories');
  const memory = useResource(isReadable ? node.memoryId : undefined, (signal) => readMemory(node.memoryId, signal));
  if (!isReadable) {
    return (
      <p class="chain-panel-text">
        <Text text={node.excerpt} />
      </p>
    );
  }
  return (
    <Shown of={memory} what="the memory">
      {({ memory: { content } }) => (
        <p class="chain-panel-text">
          <LongText text={content} length={SHOWN_CHARACTERS} />
        </p>
      )}
    </Shown>
  );
}
