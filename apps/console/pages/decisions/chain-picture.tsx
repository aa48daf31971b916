import { useSignal } from '@preact/signals';
import type { Chain, ChainNode } from '@mneme/client';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Beginning } from '../../components/text.js';
import { Day } from '../../components/time.js';
import { useFit } from './fit.js';
import { layoutOf, type ChainLayout, type GapBox, type Link, type NodeBox } from './layout.js';
import { Legend, SizeHint } from './legend.js';
import { boxAt } from './nearest.js';
import { certainty, isAlternative, RELATIONS, ROLES } from './words.js';

const SHOWN_CHARACTERS = 110;
/** Of the line of a link that is certain, and of one that is not at all. */
const WIDEST = 4.5;
const THINNEST = 1;

interface ChainPictureProps {
  readonly chain: Chain;
  readonly opened: string | undefined;
  readonly onOpen: (node: ChainNode) => void;
}

/** A chain as a picture. One of its boxes is reached by Tab, the others from there by the arrow keys. */
export function ChainPicture({ chain, opened, onOpen }: ChainPictureProps): VNode {
  const layout = useMemo(() => layoutOf(chain), [chain]);
  const current = useSignal(chain.decision.memoryId);
  const fit = useFit(layout, chain.decision.memoryId);
  const onKey = (event: KeyboardEvent): void => {
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey;
    const next = isShortcut ? undefined : boxAt(layout.nodes, current.value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    current.value = next.node.memoryId;
    fit.frame.current?.querySelector<HTMLElement>(`[data-node="${current.value}"]`)?.focus();
  };
  const open = (node: ChainNode): void => {
    current.value = node.memoryId;
    onOpen(node);
  };
  return (
    <figure class="chain-figure">
      <SizeHint fit={fit} />
      <div class="chain-scroll" ref={fit.frame}>
        <svg
          class={fit.isFit ? 'chain-picture is-fit' : 'chain-picture'}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          width={layout.width}
          height={layout.height}
          role="group"
          aria-label="Picture of the chain. Arrow keys move between memories, Enter opens one."
          onKeyDown={onKey}
        >
          <Background layout={layout} arrow={`arrow-${chain.id}`} />
          {layout.nodes.map((box) => (
            <MemoryNode
              box={box}
              key={box.node.memoryId}
              isAlternative={isAlternative(chain, box.node)}
              isOpen={opened === box.node.memoryId}
              isCurrent={current.value === box.node.memoryId}
              onOpen={open}
            />
          ))}
        </svg>
      </div>
      <figcaption>
        <Legend chain={chain} hasGaps={layout.gaps.length > 0} />
      </figcaption>
    </figure>
  );
}

/** Everything but the memories: links behind the boxes, and what is missing. */
function Background({ layout, arrow }: { readonly layout: ChainLayout; readonly arrow: string }): VNode {
  return (
    <>
      <Arrowhead id={arrow} />
      {layout.links.map((link) => (
        <LinkLine link={link} arrow={arrow} />
      ))}
      {layout.gaps.map((box) => (
        <GapNode box={box} key={box.gap.code} />
      ))}
    </>
  );
}

function Arrowhead({ id }: { readonly id: string }): VNode {
  return (
    <defs>
      <marker
        id={id}
        viewBox="0 0 10 10"
        refX="9"
        refY="5"
        markerWidth="10"
        markerHeight="10"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M0,1 L9,5 L0,9 Z" class="chain-arrow" />
      </marker>
    </defs>
  );
}

function LinkLine({ link: { path, edge, label }, arrow }: { readonly link: Link; readonly arrow: string }): VNode {
  if (edge === undefined) return <path d={path} class="chain-link is-gap" />;
  const width = THINNEST + (WIDEST - THINNEST) * (edge.confidence ?? 0.5);
  return (
    <g class={`chain-relation relation-${edge.relation}`}>
      <title>{`${RELATIONS[edge.relation]}: ${certainty(edge)}`}</title>
      <path d={path} class="chain-link" stroke-width={width} marker-end={`url(#${arrow})`} />
      {label !== undefined && (
        <text x={label.x} y={label.y} class="chain-label">
          {RELATIONS[edge.relation]}
        </text>
      )}
    </g>
  );
}

function GapNode({ box: { gap, ...place } }: { readonly box: GapBox }): VNode {
  return (
    <foreignObject {...place}>
      <div class="chain-gap" title={gap.sentence}>
        {gap.title}
      </div>
    </foreignObject>
  );
}

interface MemoryNodeProps {
  readonly box: NodeBox;
  readonly isAlternative: boolean;
  readonly isOpen: boolean;
  /** Whether Tab leads to it. */
  readonly isCurrent: boolean;
  readonly onOpen: (node: ChainNode) => void;
}

function MemoryNode({ box: { node, ...place }, isAlternative, isOpen, isCurrent, onOpen }: MemoryNodeProps): VNode {
  const classes = ['chain-node', `role-${node.role}`, node.onTrunk && 'on-trunk', isAlternative && 'is-alternative'];
  return (
    <foreignObject {...place}>
      <button
        type="button"
        class={classes.filter(Boolean).join(' ')}
        data-node={node.memoryId}
        tabIndex={isCurrent ? 0 : -1}
        aria-expanded={isOpen}
        onClick={() => onOpen(node)}
      >
        <span class="chain-node-head">
          <span class="chain-role">{ROLES[node.role]}</span>
          <Day iso={node.at} />
        </span>
        <span class="chain-node-text">
          <Beginning text={node.excerpt} length={SHOWN_CHARACTERS} />
        </span>
      </button>
    </foreignObject>
  );
}
