import type { Chain, ChainEdge, ChainNode } from '@mneme/client';
import type { VNode } from 'preact';
import { MemoryLink } from '../../components/memory-link.js';
import { Beginning, Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { certainty, confidence, isAlternative, RELATIONS, ROLES } from './words.js';

/** The same as the picture, in words and in the order of time. */
export function ChainList({ chain }: { readonly chain: Chain }): VNode {
  return (
    <ol class="chain-list">
      {chain.nodes.map((node) => (
        <li key={node.memoryId}>
          <div class="memory-row-facts">
            <strong class={`chain-role role-${node.role}`}>{ROLES[node.role]}</strong>
            <Time iso={node.at} />
            <span>{confidence(node.roleConfidence)}</span>
            {isAlternative(chain, node) && <span>not chosen</span>}
          </div>
          <MemoryLink id={node.memoryId}>
            <Text text={node.excerpt} />
          </MemoryLink>
          <EdgeList chain={chain} edges={chain.edges.filter(({ from }) => from === node.memoryId)} end="to" />
        </li>
      ))}
    </ol>
  );
}

interface EdgeListProps {
  readonly chain: Chain;
  readonly edges: readonly ChainEdge[];
  /** Which end of the links is named. */
  readonly end: 'from' | 'to';
}

/** Links of a memory, each with the other end and its reasons. */
export function EdgeList({ chain, edges, end }: EdgeListProps): VNode | null {
  if (edges.length === 0) return null;
  return (
    <ul class="chain-edges">
      {edges.map((edge) => (
        <li key={`${edge.relation} ${edge[end]}`}>
          {end === 'to' ? `${RELATIONS[edge.relation]} ` : ''}
          <OtherEnd node={chain.nodes.find(({ memoryId }) => memoryId === edge[end])} />
          {end === 'from' ? ` ${RELATIONS[edge.relation]} this` : ''}
          <span class="hint">{` – ${certainty(edge)}`}</span>
          <Reasons why={edge.why} />
        </li>
      ))}
    </ul>
  );
}

function OtherEnd({ node }: { readonly node: ChainNode | undefined }): VNode | null {
  if (node === undefined) return null;
  return (
    <>
      {`the ${ROLES[node.role].toLowerCase()} “`}
      <Beginning text={node.excerpt} length={60} />”
    </>
  );
}

function Reasons({ why }: { readonly why: readonly string[] }): VNode | null {
  if (why.length === 0) return null;
  return (
    <ul class="chain-reasons" aria-label="Reasons">
      {why.map((reason) => (
        <li key={reason}>
          <Text text={reason} />
        </li>
      ))}
    </ul>
  );
}
