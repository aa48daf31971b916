import type { Chain, ChainEdge, Role } from './chain-truth.js';
import { eventAt, type MemoryIndex } from './sample-tenant.js';

const DAY_MS = 86_400_000;
const ROLES = new Set<string>([
  'trigger',
  'option',
  'evidence',
  'decision',
  'action',
  'outcome',
  'reversal',
] satisfies Role[]);

/** The grammar of docs: "from relation to". */
const GRAMMAR = new Set([
  'trigger raises option',
  'option weighed evidence',
  'option chosen decision',
  'option rejected decision',
  'evidence supports decision',
  'evidence opposes decision',
  'decision led_to action',
  'action resulted_in outcome',
  'decision superseded_by reversal',
]);

/** Holds one chain against the memories. Each method names what is wrong; empty where nothing is. */
export class ChainRules {
  private readonly roles: ReadonlyMap<string, Role>;

  constructor(
    private readonly chain: Chain,
    private readonly memories: MemoryIndex,
  ) {
    this.roles = new Map(chain.nodes.map(({ externalId, role }) => [externalId, role]));
  }

  nodeFaults(): string[] {
    const { nodes } = this.chain;
    return nodes.flatMap(({ externalId, role, at }, index) => [
      ...(this.memories.has(externalId) ? [] : [`${externalId} is no memory`]),
      ...(ROLES.has(role) ? [] : [`${externalId} has the role ${role}`]),
      ...(this.at(externalId) === at ? [] : [`${externalId} happened at ${this.at(externalId)}, not ${at}`]),
      ...((nodes[index - 1]?.at ?? '') < at ? [] : [`${externalId} is out of order`]),
      ...(this.chain.edges.some(({ from, to }) => from === externalId || to === externalId)
        ? []
        : [`${externalId} has no edge`]),
    ]);
  }

  shapeFaults(): string[] {
    const { nodes, status, decision } = this.chain;
    const count = (role: Role): number => nodes.filter((node) => node.role === role).length;
    const days = (Date.parse(nodes.at(-1)?.at ?? '') - Date.parse(nodes[0]?.at ?? '')) / DAY_MS;
    const types = new Set(nodes.map(({ externalId }) => this.memories.get(externalId).type));
    return [
      ...(nodes.length >= 5 && nodes.length <= 12 ? [] : [`it has ${nodes.length} nodes`]),
      ...(this.roles.size === nodes.length ? [] : ['a memory is in it twice']),
      ...(count('decision') === 1 && this.roles.get(decision) === 'decision' ? [] : ['it has not one decision']),
      ...(count('trigger') === 1 && count('option') >= 2 ? [] : ['it has not one trigger and two options']),
      ...(types.size >= 3 ? [] : [`it is told in ${[...types].join(', ')} only`]),
      ...(days >= 7 ? [] : [`it lasts ${days} days`]),
      ...((status === 'reversed') === count('reversal') > 0 ? [] : ['status and reversal disagree']),
      ...((status === 'no_outcome') === (count('outcome') === 0) ? [] : ['status and outcome disagree']),
    ];
  }

  edgeFaults(): string[] {
    const seen = new Set<string>();
    return this.chain.edges.flatMap((edge) => {
      const name = `${edge.from} ${edge.relation} ${edge.to}`;
      const pair = `${edge.from} ${edge.to}`;
      const again = seen.has(pair);
      seen.add(pair);
      return [
        ...(again ? [`${name}: the pair has an edge already`] : []),
        ...(this.isByGrammar(edge) ? [] : [`${name} is not by the grammar`]),
        ...(this.at(edge.from) < this.at(edge.to) ? [] : [`${name} goes back in time`]),
      ];
    });
  }

  /** Event times already forbid a circle; this one does not lean on them. */
  isAcyclic(): boolean {
    let open = [...this.chain.edges];
    for (;;) {
      const targets = new Set(open.map(({ to }) => to));
      const rest = open.filter(({ from }) => targets.has(from));
      if (rest.length === 0) return true;
      if (rest.length === open.length) return false;
      open = rest;
    }
  }

  trunkFaults(): string[] {
    const { trunk, edges } = this.chain;
    const broken = trunk.slice(1).filter((to, at) => !edges.some((edge) => edge.from === trunk[at] && edge.to === to));
    return [
      ...broken.map((to) => `no edge leads along the trunk to ${to}`),
      ...(this.roles.get(trunk[0] ?? '') === 'trigger' ? [] : ['it does not begin at the trigger']),
      ...(trunk.includes(this.chain.decision) ? [] : ['it misses the decision']),
      ...(edges.some(({ from }) => from === trunk.at(-1)) ? ['it stops half-way'] : []),
    ];
  }

  /** Nodes written down more than 30 days after they happened. */
  toldLater(): string[] {
    return this.chain.nodes
      .filter(
        ({ externalId, at }) => Date.parse(this.memories.get(externalId).createdAt) - Date.parse(at) > 30 * DAY_MS,
      )
      .map(({ externalId }) => externalId);
  }

  overlaps(other: Chain): boolean {
    const [from = '', to = ''] = [this.chain.nodes[0]?.at, this.chain.nodes.at(-1)?.at];
    return from < (other.nodes.at(-1)?.at ?? '') && (other.nodes[0]?.at ?? '') < to;
  }

  private isByGrammar({ from, to, relation, reversalAsDecision }: ChainEdge): boolean {
    const ends = [this.roles.get(from), this.roles.get(to)];
    if (reversalAsDecision === undefined) return GRAMMAR.has(`${ends[0] ?? ''} ${relation} ${ends[1] ?? ''}`);
    const read = ends.map((role) => (role === 'reversal' ? 'decision' : (role ?? '')));
    return ends.includes('reversal') && GRAMMAR.has(`${read[0] ?? ''} ${relation} ${read[1] ?? ''}`);
  }

  private at(id: string): string {
    return this.memories.has(id) ? eventAt(this.memories.get(id)) : '';
  }
}
