import type { ChainField } from '../topic/chain-field.js';
import { FIRST_SIGNALS, firstSignals, MEMBER_ROLES, share } from './member-signals.js';
import type { Shared } from '../topic/pairs.js';
import { FeatureMatrix } from '../model/feature-matrix.js';
import { deviations } from '../topic/topic-field.js';

const orderRoles = ['trigger', 'option', 'evidence', 'action', 'outcome'] as const;
const orderColumns = orderRoles.map((role) => MEMBER_ROLES.indexOf(role));
const MIN_SHARE = 0.1;

/** Columns of `coreSignals`. */
export const SECOND_SIGNALS: readonly string[] = [
  ...FIRST_SIGNALS,
  ...['core size', 'share so far', 'share in the best other', 'lead'],
  ...['like', 'tags', 'entities', 'words'].flatMap((name) => [`core ${name}`, `core best ${name}`]),
  ...['before', 'after'].flatMap((side) =>
    orderRoles.flatMap((role) => [`${role} earlier ${side}`, `${role} later ${side}`]),
  ),
];

/** What a round knows: the decision, what each memory is to it, and how much each belongs to another decision. */
export interface Round {
  readonly candidate: number;
  readonly rows: FeatureMatrix;
  /** The most that each memory belongs to any other probable decision. */
  readonly rivals: Float64Array;
}

/**
 * How memories stand to those that the round before took for members.
 *
 * @param near places of the memories to look at; rows in their order
 */
export function coreSignals(
  field: ChainField,
  { candidate, rows, rivals }: Round,
  near: readonly number[],
): FeatureMatrix {
  const table = new FeatureMatrix(near.length, SECOND_SIGNALS.length);
  const first = firstSignals(field, candidate, near);
  const core = coreOf(field, candidate, rows, near);
  near.forEach((member, i) => {
    const row = table.row(i);
    row.set(first.row(i));
    const own = share(rows, member);
    const from = FIRST_SIGNALS.length;
    row[from + 1] = own;
    row[from + 2] = rivals[member] ?? 0;
    row[from + 3] = own - (rivals[member] ?? 0);
    setCore(row, from, field, core, member);
    setOrder(row, from + 12 + (member > candidate ? 10 : 0), core, member);
  });
  return table;
}

/** The members so far, and all that is needed of them. */
interface Core {
  readonly places: readonly number[];
  /** How much each belongs to the decision. */
  readonly shares: Float64Array;
  /** Of each, by place: cosines with what is near, and what is shared. */
  readonly cosines: readonly Float64Array[];
  readonly shared: readonly Shared[];
  /** Probabilities of `orderRoles`. */
  readonly roles: FeatureMatrix;
}

function coreOf(field: ChainField, candidate: number, rows: FeatureMatrix, near: readonly number[]): Core {
  const places = near.filter((other) => other !== candidate && share(rows, other) > MIN_SHARE);
  field.pairs.compareAll(places, near);
  const roles = new FeatureMatrix(places.length, orderRoles.length);
  places.forEach((other, i) => {
    orderColumns.forEach((column, role) => {
      roles.set(i, role, rows.at(other, column));
    });
  });
  return {
    places,
    shares: Float64Array.from(places, (other) => share(rows, other)),
    cosines: places.map((other) => field.pairs.compared(other)),
    shared: places.map((other) => field.pairs.shared(other)),
    roles,
  };
}

/** Weighted means and the best of likeness, tags, names and words shared with the core. */
function setCore(row: Float64Array, from: number, { input }: ChainField, core: Core, member: number): void {
  const { places, shares, cosines, shared } = core;
  let [size, like, tags, entities, words] = [0, 0, 0, 0, 0];
  let [mostLike, mostTags, mostEntities, mostWords] = [0, 0, 0, 0];
  for (let i = 0; i < places.length; i++) {
    if (places[i] === member) continue;
    const part = shares[i] ?? 0;
    const common = shared[i];
    const likeOne = part * deviations(input, cosines[i]?.[member] ?? 0);
    const tagsOfOne = part * (common?.tags[member] ?? 0);
    const entitiesOfOne = part * (common?.entities[member] ?? 0);
    const wordsOfOne = part * (common?.words[member] ?? 0);
    size += part;
    like += likeOne;
    tags += tagsOfOne;
    entities += entitiesOfOne;
    words += wordsOfOne;
    if (likeOne > mostLike) mostLike = likeOne;
    if (tagsOfOne > mostTags) mostTags = tagsOfOne;
    if (entitiesOfOne > mostEntities) mostEntities = entitiesOfOne;
    if (wordsOfOne > mostWords) mostWords = wordsOfOne;
  }
  row[from] = Math.log1p(size);
  setMeanAndMost(row, from + 4, like / (size + 0.5), mostLike);
  setMeanAndMost(row, from + 6, tags / (size + 0.5), mostTags);
  setMeanAndMost(row, from + 8, entities / (size + 0.5), mostEntities);
  setMeanAndMost(row, from + 10, words / (size + 0.5), mostWords);
}

function setMeanAndMost(row: Float64Array, from: number, mean: number, most: number): void {
  row[from] = mean;
  row[from + 1] = most;
}

/** How many memories of each role stand earlier and later. */
function setOrder(row: Float64Array, from: number, { places, roles }: Core, member: number): void {
  for (let role = 0; role < orderRoles.length; role++) {
    let earlier = 0;
    let later = 0;
    for (let i = 0; i < places.length; i++) {
      const other = places[i] ?? 0;
      if (other < member) earlier += roles.at(i, role);
      else if (other > member) later += roles.at(i, role);
    }
    row[from + 2 * role] = Math.log1p(earlier);
    row[from + 2 * role + 1] = Math.log1p(later);
  }
}
