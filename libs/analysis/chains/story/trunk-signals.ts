import type { Link } from './relations.js';

/** What is taken for sure at least where metadata states a link. */
const STATED = 0.95;

/** Columns of `trunkSignals`. */
export const TRUNK_SIGNALS: readonly string[] = [
  'members of the trunk',
  'least member of the trunk',
  'relations of the trunk',
  'least relation of the trunk',
  'links of the trunk',
];

/** How sure the links of a trunk and their ends are: logarithms of products, and the least of each. See `trunkOf`. */
export function trunkSignals(trunk: readonly Link[]): number[] {
  const ends = new Map(trunk.flatMap(({ from, to }) => [from, to]).map((one) => [one.place, one]));
  const nodes = [...ends.values()].filter(({ role }) => role !== 'decision').map(({ confidence }) => confidence);
  const relations = trunk.map(({ certainty, explicit }) => (explicit ? Math.max(certainty, STATED) : certainty));
  return [logOf(nodes), Math.min(1, ...nodes), logOf(relations), Math.min(1, ...relations), trunk.length];
}

/** Logarithm of the product. */
function logOf(probabilities: readonly number[]): number {
  return probabilities.reduce((sum, probability) => sum + Math.log(Math.max(probability, 1e-4)), 0);
}
