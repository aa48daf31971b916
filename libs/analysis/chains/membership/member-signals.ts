import { ROLES } from '../../features/role.js';
import { type ChainField, linkedTo } from '../topic/chain-field.js';
import type { Shared } from '../topic/pairs.js';
import { strengthOf } from '../topic/relevance-strength.js';
import { FeatureMatrix } from '../model/feature-matrix.js';
import { tenantSmallness } from '../model/tenant-size-interpolation.js';
import { deviations } from '../topic/topic-field.js';

const DAY_MS = 86_400_000;
const MAX_LIKE = 8;
const MAX_SHARED = 12;

/** What a memory can be to a given decision. */
export const MEMBER_ROLES = ['trigger', 'option', 'evidence', 'action', 'outcome', 'reversal', 'noise'] as const;
const noise = MEMBER_ROLES.indexOf('noise');
const sides = ['before', 'after'] as const;

/** Columns of `firstSignals`. */
export const FIRST_SIGNALS: readonly string[] = [
  ...['after', 'days before', 'days after', 'soon before', 'soon after', 'weeks before', 'weeks after'],
  ...[
    'like',
    'to topic',
    'relevance',
    'tags',
    'entities',
    'words',
    'topic words',
    'linked',
    'any tag',
    'near and tagged',
  ],
  ...sides.flatMap((side) => ROLES.map((role) => `text ${role} ${side}`)),
  'tenantSmallness',
];
const TEXT_FROM = 17;
const smallnessAt = FIRST_SIGNALS.length - 1;

/** How probable it is that a memory belongs to the decision at all, by a table of `MEMBER_ROLES`. */
export function share(rows: FeatureMatrix, place: number): number {
  return 1 - rows.at(place, noise);
}

/**
 * Memories of the field seen from a decision, a row each.
 *
 * @param near their places, in this order; all of the field where none are given
 * @param table of so many rows, to be written to: what it held is gone
 */
export function firstSignals(
  field: ChainField,
  candidate: number,
  near: readonly number[] = [...field.memories.keys()],
  table = new FeatureMatrix(near.length, FIRST_SIGNALS.length),
): FeatureMatrix {
  const { data, width } = table;
  data.fill(0);
  field.pairs.compare(candidate, near);
  const seen = {
    candidate,
    ...field.pairs.shared(candidate),
    cosines: field.pairs.compared(candidate),
    links: linkedTo(field, candidate),
    small: tenantSmallness(field.input.tenantSize),
  };
  for (let i = 0; i < near.length; i++) setSignals(data, i * width, field, seen, near[i] ?? 0);
  return table;
}

/** What a decision shares with the memories of the field, by their places. */
interface Seen extends Shared {
  readonly candidate: number;
  readonly cosines: Float64Array;
  readonly links: ReadonlySet<number>;
  /** Of the tenant: where few memories are, more of them belong. */
  readonly small: number;
}

function setSignals(data: Float64Array, row: number, field: ChainField, seen: Seen, member: number): void {
  const { memories, toTopic, topicWords, input } = field;
  const { candidate, tags, entities, words, cosines, links, small } = seen;
  const after = member > candidate;
  const days = Math.abs((memories[member]?.at ?? 0) - (memories[candidate]?.at ?? 0)) / DAY_MS;
  const tagged = tags[member] ?? 0;
  setTimes(data, row, days, after);
  data[row + 7] = deviations(input, cosines[member] ?? 0);
  data[row + 8] = Math.min(toTopic[member] ?? 0, MAX_LIKE);
  data[row + 9] = strengthOf(memories[member]?.relevance ?? 0);
  data[row + 10] = tagged;
  data[row + 11] = entities[member] ?? 0;
  data[row + 12] = words[member] ?? 0;
  data[row + 13] = Math.min(topicWords[member] ?? 0, MAX_SHARED);
  data[row + 14] = Number(links.has(member));
  data[row + 15] = Number(tagged > 0);
  data[row + 16] = tagged === 0 ? 0 : tagged * Math.exp(-days / 45);
  data[row + smallnessAt] = small;
  setRoles(data, row + TEXT_FROM + (after ? ROLES.length : 0), field.roles[member] ?? []);
}

function setTimes(data: Float64Array, row: number, days: number, after: boolean): void {
  data[row] = Number(after);
  data[row + (after ? 2 : 1)] = Math.log1p(days);
  data[row + (after ? 4 : 3)] = Math.exp(-days / 7);
  data[row + (after ? 6 : 5)] = Math.exp(-days / 30);
}

function setRoles(data: Float64Array, from: number, logarithms: readonly number[]): void {
  for (let i = 0; i < logarithms.length; i++) data[from + i] = Math.max(logarithms[i] ?? 0, -6);
}
