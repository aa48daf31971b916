import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import type { ChainInput } from '../types/chain-input.js';
import { usableOf } from './usable-memories.js';

const text = 'Priya rang about the Quokka contract.';
const told: Told[] = [
  { id: 'late', day: 9, text: 'Signed the Quokka contract.', tags: ['Law'] },
  { id: 'copy', day: 3, text: `  ${text.toUpperCase()}`, tags: ['Law'] },
  { id: 'first', day: 1, text, tags: ['Law'] },
];
const input = (change: Partial<ChainInput> = {}): ChainInput => ({
  ...chainInput('Quokka', told, () => 0.5),
  tenantSize: 500,
  entityCounts: new Map([
    ['quokka', 7],
    ['priya', 200],
    ['#law', 40],
    ['#house', 3],
  ]),
  ...change,
});
const ids = (given: ChainInput): string[] => usableOf(given).input.memories.map(({ id }) => id);

it('looks at the earliest of each text, in the order of time', () => {
  expect(ids(input())).toEqual(['first', 'late']);
  expect(usableOf(input()).copies).toBe(1);
});

it('leaves out what lies outside of the time range, and after "now"', () => {
  const [late] = input().memories;
  expect(ids(input({ timeRange: { from: late?.at } }))).toEqual(['late']);
  expect(ids(input({ asOf: (late?.at ?? 0) - 1 }))).toEqual(['first']);
});

it('counts names and tags without the copies, but for those that were counted no further', () => {
  const { tenantSize, entityCounts } = usableOf(input()).input;
  expect(tenantSize).toBe(499);
  expect(Object.fromEntries(entityCounts)).toMatchObject({ '#law': 39, '#house': 3, priya: 200 });
});

it('keeps what links join to a copy: they lead to the memory that is kept, and away from it', () => {
  const linked: Told[] = [
    { id: 'kept', day: 1, text: 'We decided on the cloud fax service.' },
    { id: 'again', day: 2, text: 'We decided on the cloud fax service.', metadata: { causedBy: ['jam', 'kept'] } },
    { id: 'jam', day: 0, text: 'The fax jams.' },
    { id: 'done', day: 3, text: 'Ordered it.', metadata: { decisionId: ['again', 'kept'] } },
  ];
  const { memories } = usableOf(chainInput('fax', linked, () => 0.5)).input;
  expect(Object.fromEntries(memories.map(({ id, links }) => [id, links]))).toEqual({
    jam: [],
    kept: [{ kind: 'causedBy', to: 'jam' }],
    done: [{ kind: 'decisionId', to: 'kept' }],
  });
});

it('keeps the same of two copies, whatever their ids', () => {
  const twins: readonly Partial<Told>[] = [
    { type: 'decision' },
    { tags: ['fax'] },
    { metadata: { importance: 1 } },
    {},
  ];
  const kept = (names: readonly string[]) => {
    const copies = twins.map((twin, i): Told => ({ id: names[i] ?? '', day: 1, text, ...twin }));
    const [first] = usableOf(chainInput('fax', copies, () => 0.5)).input.memories;
    return { type: first?.type, tags: first?.tags };
  };
  expect(kept(['c', 'b', 'a'])).toEqual(kept(['a', 'b', 'c']));
});

it('takes what was stored first for what happened first, of what is told of one day', () => {
  const oneDay = (decided: number, ordered: number): Told[] => [
    { id: 'ordered', day: ordered, text: 'Ordered the marquee.', metadata: { occurredAt: '2026-01-05' } },
    { id: 'decided', day: decided, text: 'We decided on the marquee.', metadata: { occurredAt: '2026-01-05' } },
  ];
  const order = (told: Told[]) => usableOf(chainInput('fax', told, () => 0.5)).input.memories.map(({ id }) => id);
  expect(order(oneDay(1, 2))).toEqual(['decided', 'ordered']);
  expect(order(oneDay(2, 1))).toEqual(['ordered', 'decided']);
});
