import fc from 'fast-check';
import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import type { Chain } from '../types/chain-report.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { reconstructChains } from '../reconstruct-chains.js';

const GRAMMAR: Readonly<Record<string, readonly [from: string, to: string]>> = {
  raises: ['trigger', 'option'],
  weighed: ['option', 'evidence'],
  chosen: ['option', 'decision'],
  rejected: ['option', 'decision'],
  supports: ['evidence', 'decision'],
  opposes: ['evidence', 'decision'],
  led_to: ['decision', 'action'],
  resulted_in: ['action', 'outcome'],
  superseded_by: ['decision', 'reversal'],
};
const words =
  'we decided chose the boat house option test costs moved in after weeks because maybe not Marigold Conneaut ? instead of'.split(
    ' ',
  );

const memory = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  text: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 }).map((list) => list.join(' ')),
  type: fc.constantFrom('decision', 'event', 'semantic', 'task', 'unknown'),
  tags: fc.subarray(['boat', 'club', 'money']),
  link: fc.option(fc.integer({ min: 0, max: 20 })),
});
const memories = fc.array(memory, { maxLength: 25 }).map((list): Told[] =>
  list.map(({ link, ...one }, i) => ({
    ...one,
    id: `m${String(i)}`,
    metadata: link === null ? {} : { causedBy: `m${String(link)}`, supersedes: [`m${String(i)}`] },
  })),
);

function faults({ nodes, edges, trunk }: Chain): string[] {
  const byId = new Map(nodes.map((node) => [node.memoryId, node]));
  const wrong = edges.filter(({ from, to, relation }) => {
    const [a, b] = [byId.get(from), byId.get(to)];
    const [fromRole, toRole] = GRAMMAR[relation] ?? [];
    return !a || !b || from === to || a.at > b.at || a.role !== fromRole || b.role !== toRole;
  });
  const order = new Map(nodes.map(({ memoryId }, i) => [memoryId, i]));
  const ascending = edges.every(({ from, to }) => (order.get(from) ?? 0) < (order.get(to) ?? 0));
  return [
    ...wrong.map(({ from, to }) => `${from} ${to}`),
    ...(ascending ? [] : ['circle']),
    ...trunk.filter((id) => !byId.has(id)),
  ];
}

it('holds the grammar, forward in time and without a circle, whatever the memories', () => {
  const eager = { ...CHAIN_WEIGHTS, minDecision: 0 };
  fc.assert(
    fc.property(memories, (told) => {
      const { chains } = reconstructChains(
        chainInput('why the boat?', told, () => 0.3),
        eager,
      );
      expect(chains.flatMap(faults)).toEqual([]);
      for (const { confidence } of chains) expect(confidence !== null && confidence >= 0 && confidence <= 1).toBe(true);
    }),
    { seed: 8, numRuns: 60 },
  );
});
