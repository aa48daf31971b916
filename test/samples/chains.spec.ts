import { ChainRules } from './chain-rules.js';
import { chainTruth, type Chain } from './chain-truth.js';
import { MemoryIndex, sampleMemories } from './sample-tenant.js';

describe('truth/chains.json', () => {
  const memories = new MemoryIndex(sampleMemories());
  const { chains, decoys } = chainTruth();
  const rules = (chain: Chain): ChainRules => new ChainRules(chain, memories);
  const found = (faults: (rule: ChainRules) => string[]): string[] =>
    chains.flatMap((chain) => faults(rules(chain)).map((fault) => `${chain.id}: ${fault}`));

  it('tells at least 14 decisions: two reversed, two without outcome, two interleaved, one told of later', () => {
    expect(chains.length).toBeGreaterThanOrEqual(14);
    expect(new Set(chains.map(({ id }) => id)).size).toBe(chains.length);
    const withStatus = (status: Chain['status']): number => chains.filter((chain) => chain.status === status).length;
    expect([withStatus('reversed'), withStatus('no_outcome')]).toEqual([2, 2]);
    expect(chains.filter(({ interleavesWith }) => interleavesWith !== undefined)).toHaveLength(2);
    expect(chains.filter(({ toldLater }) => toldLater !== undefined)).toHaveLength(1);
  });

  it('names memories that exist, with their event times, in order', () => {
    expect(found((rule) => rule.nodeFaults())).toEqual([]);
  });

  it('has chains of 5 to 12 memories over days and types, whose status is true', () => {
    expect(found((rule) => rule.shapeFaults())).toEqual([]);
  });

  it('has edges by the grammar, forward in time, without a circle', () => {
    expect(found((rule) => rule.edgeFaults())).toEqual([]);
    expect(chains.filter((chain) => !rules(chain).isAcyclic())).toEqual([]);
  });

  it('has a trunk of edges from the trigger through the decision to an end', () => {
    expect(found((rule) => rule.trunkFaults())).toEqual([]);
  });

  it('puts no memory into two chains, and no decoy into any', () => {
    const nodes = chains.flatMap((chain) => chain.nodes.map(({ externalId }) => externalId));
    expect(new Set(nodes).size).toBe(nodes.length);
    expect(decoys.filter((id) => nodes.includes(id) || !memories.has(id))).toEqual([]);
    expect(decoys.length).toBeGreaterThanOrEqual(8);
    expect([...new Set(chains.flatMap((chain) => chain.decoys))].filter((id) => !decoys.includes(id))).toEqual([]);
  });

  it('says truly which are told later and which interleave', () => {
    for (const chain of chains) {
      expect([chain.id, chain.toldLater ?? []]).toEqual([chain.id, rules(chain).toldLater()]);
      const others = chains.filter(({ id }) => chain.interleavesWith?.includes(id));
      expect(others).toHaveLength(chain.interleavesWith?.length ?? 0);
      expect(
        others.filter((other) => !rules(chain).overlaps(other) || !other.interleavesWith?.includes(chain.id)),
      ).toEqual([]);
    }
  });

  it('would be refused with a planted fault', () => {
    const [chain] = chains;
    if (chain === undefined) throw new Error('there is no chain');
    const [first, ...rest] = chain.edges;
    if (first === undefined) throw new Error('there is no edge');
    const turned = { ...chain, edges: [{ ...first, from: first.to, to: first.from }, ...rest] };
    expect(rules(turned).edgeFaults()).toHaveLength(2);
    expect(rules({ ...chain, edges: [...chain.edges, { ...first, from: first.to, to: first.from }] }).isAcyclic()).toBe(
      false,
    );
    expect(rules({ ...chain, trunk: chain.trunk.slice(1) }).trunkFaults()).toEqual([
      'it does not begin at the trigger',
    ]);
    expect(rules({ ...chain, status: 'reversed' }).shapeFaults()).toEqual(['status and reversal disagree']);
    expect(
      rules({ ...chain, nodes: chain.nodes.map((node) => ({ ...node, at: '2025-01-01T00:00:00Z' })) }).nodeFaults()
        .length,
    ).toBeGreaterThan(chain.nodes.length);
  });
});
