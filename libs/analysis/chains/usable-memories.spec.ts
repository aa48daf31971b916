import { chainInput, type Told } from '../../../test/support/chain-bed.js';
import type { ChainInput } from './chain-input.js';
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
