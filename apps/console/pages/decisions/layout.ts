import { Graph, layout } from '@dagrejs/dagre';
import type { Chain, ChainEdge, ChainGap, ChainGapCode, ChainNode } from '@mneme/client';

const BOX = { width: 236, height: 93 } as const;
const GAP_BOX = { width: 160, height: 52 } as const;
/** A relation's word, at the size of its letters. */
const LABEL = { width: 96, height: 18 } as const;
const MARGIN = 16;

/** Where something that is missing would stand: before the decision or after it. Other findings have no place. */
const PLACES: Partial<Readonly<Record<ChainGapCode, 'before' | 'after'>>> = {
  no_trigger: 'before',
  single_option: 'before',
  no_rationale: 'before',
  no_action: 'after',
  no_outcome: 'after',
  superseded: 'after',
};

export interface Place {
  /** Of the upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface NodeBox extends Place {
  readonly node: ChainNode;
}

export interface GapBox extends Place {
  readonly gap: ChainGap;
}

export interface Link {
  /** In SVG's path language. */
  readonly path: string;
  /** Undefined for the dashed link of a gap. */
  readonly edge: ChainEdge | undefined;
  /** The middle of its label. */
  readonly label: { readonly x: number; readonly y: number } | undefined;
}

export interface ChainLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly NodeBox[];
  readonly gaps: readonly GapBox[];
  readonly links: readonly Link[];
}

/** Where everything of a chain stands: time runs downwards, and no box covers another. */
export function layoutOf(chain: Chain): ChainLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 26, edgesep: 12, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(chain.nodes.map(({ memoryId }) => memoryId));
  const edges = chain.edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const gaps = chain.gaps.filter((gap) => hasPlace(chain, gap));
  for (const { memoryId } of chain.nodes) graph.setNode(memoryId, { ...BOX });
  // The last first: then dagre puts the boxes of a row in the order of time wherever no line crosses another for it.
  for (const [i, { from, to }] of [...edges.entries()].reverse())
    graph.setEdge(from, to, { ...LABEL, labelpos: 'c' }, String(i));
  const decision = chain.decision.memoryId;
  for (const { code } of gaps) {
    graph.setNode(code, { ...GAP_BOX });
    if (PLACES[code] === 'before') graph.setEdge(code, decision, {}, code);
    else graph.setEdge(decision, code, {}, code);
  }
  layout(graph, { constraints: twinsOf(chain) });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  if (runsBackwards(graph, chain)) mirror(graph, width);
  return {
    width,
    height,
    nodes: chain.nodes.map((node) => ({ node, ...placeIn(graph, node.memoryId) })),
    gaps: gaps.map((gap) => ({ gap, ...placeIn(graph, gap.code) })),
    links: [
      ...edges.map((edge, i) => linkIn(graph, edge.from, edge.to, String(i), edge)),
      ...gaps.map(({ code }) =>
        PLACES[code] === 'before'
          ? linkIn(graph, code, decision, code, undefined)
          : linkIn(graph, decision, code, code, undefined),
      ),
    ],
  };
}

/** Memories with the same links, each before the next such one: they can change places, so they stand in the order of time. */
function twinsOf({ nodes, edges }: Chain): { left: string; right: string }[] {
  const links = nodes.map(({ memoryId }) => {
    const ends = edges.flatMap(({ from, to }) =>
      from === memoryId ? [`>${to}`] : to === memoryId ? [`<${from}`] : [],
    );
    return ends.sort().join(' ');
  });
  return nodes.flatMap(({ memoryId: left }, i) => {
    const right = nodes[links.indexOf(links[i] ?? '', i + 1)]?.memoryId;
    return right === undefined ? [] : [{ left, right }];
  });
}

/** Whether of more pairs in a row the later one stands on the left. */
function runsBackwards(graph: Graph, { nodes }: Chain): boolean {
  const places = nodes.map(({ memoryId }) => placeIn(graph, memoryId));
  const turns = places.flatMap((a, i) =>
    places.slice(i + 1).map((b) => (Math.round(a.y) === Math.round(b.y) ? Math.sign(b.x - a.x) : 0)),
  );
  return turns.reduce((sum, turn) => sum + turn, 0) < 0;
}

/** Turns left and right round, at which no more lines cross than did. */
function mirror(graph: Graph, width: number): void {
  const nodes = graph.nodes().map((name) => graph.node(name) as Partial<Point>);
  const edges = graph.edges().map((edge) => graph.edge(edge) as Drawn);
  for (const each of [...nodes, ...edges, ...edges.flatMap(({ points = [] }) => points)] as { x?: number }[])
    if (each.x !== undefined) each.x = width - each.x;
}

function hasPlace({ nodes, decision }: Chain, { code }: ChainGap): boolean {
  if (!nodes.some(({ memoryId }) => memoryId === decision.memoryId)) return false;
  // Where the memory that took it back is there, nothing is missing.
  if (code === 'superseded') return !nodes.some(({ role }) => role === 'reversal');
  return PLACES[code] !== undefined;
}

function placeIn(graph: Graph, name: string): Place {
  const { x = 0, y = 0, width = 0, height = 0 } = graph.node(name) as Partial<Place>;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An edge after the layout: its bends, and the middle of its label. */
interface Drawn extends Partial<Point> {
  readonly points?: readonly Point[];
}

function linkIn(graph: Graph, from: string, to: string, name: string, edge: ChainEdge | undefined): Link {
  const { points = [], x, y } = graph.edge(from, to, name) as Drawn;
  return { path: pathThrough(points), edge, label: x === undefined || y === undefined ? undefined : { x, y } };
}

/** A curve through the middles between the points, which are bends. */
function pathThrough(points: readonly Point[]): string {
  const [first, ...others] = points;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return '';
  const bends = others.slice(0, -1).map((bend, i) => {
    const next = others[i + 1] ?? last;
    const end = i === others.length - 2 ? last : { x: (bend.x + next.x) / 2, y: (bend.y + next.y) / 2 };
    return `Q${at(bend)} ${at(end)}`;
  });
  return bends.length === 0 ? `M${at(first)} L${at(last)}` : `M${at(first)} ${bends.join(' ')}`;
}

function at({ x, y }: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}
