import type { ChainField } from '../topic/chain-field.js';
import { coreSignals, type Round } from './core-signals.js';
import { probabilities } from '../model/linear-model.js';
import { FIRST_SIGNALS, firstSignals, MEMBER_ROLES, share } from './member-signals.js';
import { FeatureMatrix } from '../model/feature-matrix.js';
import { believeLinks } from './linked-members.js';

/** Memories that the later rounds look at. */
const MAX_NEAR = 45;
const MAX_TIED = 35;
const MAX_CORE = 12;
const DAY_MS = 86_400_000;
const noise = MEMBER_ROLES.indexOf('noise');

/** A decision and what every memory of the field is to it. */
export interface Membership {
  readonly candidate: number;
  /** Probabilities of `MEMBER_ROLES`. */
  readonly rows: FeatureMatrix;
}

/** What each memory is to each of these decisions, seen from the decision alone. */
export function firstRounds(field: ChainField, candidates: readonly number[]): Membership[] {
  const all = [...field.memories.keys()];
  const table = new FeatureMatrix(all.length, FIRST_SIGNALS.length);
  field.pairs.compareAll(candidates, all);
  return candidates.map((candidate) => ({
    candidate,
    rows: probabilities(field.weights.first, firstSignals(field, candidate, all, table)),
  }));
}

/** And seen from the members of the round before, for the memories that may be any; the others are none. */
export function nextRound(field: ChainField, before: Membership, rivals: Float64Array): Membership {
  const round: Round = { ...before, rivals };
  const near = nearTo(field, before);
  const signals = coreSignals(field, round, near);
  const seen = probabilities(field.weights.second, signals);
  const rows = new FeatureMatrix(field.memories.length, MEMBER_ROLES.length);
  field.memories.forEach((_, place) => {
    rows.set(place, noise, 1);
  });
  near.forEach((place, i) => {
    rows.row(place).set(seen.row(i));
  });
  believeLinks(field, before.candidate, rows);
  return { ...before, rows };
}

/** Places of the likeliest members, and of what shares rare things with them within some weeks: a member's member. */
function nearTo(field: ChainField, membership: Membership): number[] {
  const { candidate, rows } = membership;
  const likely = best(field, candidate, MAX_NEAR, (place) => share(rows, place));
  const ties = new Float64Array(rows.height);
  for (const core of likely.slice(0, MAX_CORE)) addTies(ties, field, core, share(rows, core));
  const known = new Set(likely);
  const tied = best(field, candidate, MAX_TIED, (place) => (known.has(place) ? -1 : (ties[place] ?? 0)));
  return [...likely, ...tied].sort((a, b) => a - b);
}

/** How much each memory shares with a member, the nearer in time the more. */
function addTies(ties: Float64Array, { memories, pairs }: ChainField, core: number, part: number): void {
  const { tags, entities, words } = pairs.shared(core);
  const start = memories[core]?.at ?? 0;
  for (let place = 0; place < ties.length; place++) {
    const sum = (tags[place] ?? 0) + (entities[place] ?? 0) + (words[place] ?? 0);
    // Nearness in time only takes away, and most of what is shared is too little even on the same day.
    if (part * sum <= (ties[place] ?? 0)) continue;
    const days = Math.abs((memories[place]?.at ?? 0) - start) / (60 * DAY_MS);
    ties[place] = Math.max(ties[place] ?? 0, part * sum * Math.exp(-days));
  }
}

/** The places with the highest values; of equals the first. Values below 0 do not count. */
function best(field: ChainField, candidate: number, most: number, value: (place: number) => number): number[] {
  const values = new Float64Array(field.memories.length);
  for (let place = 0; place < values.length; place++) values[place] = place === candidate ? -1 : value(place);
  const fewest = Math.max(0, values.toSorted().at(-most) ?? 0);
  const places: number[] = [];
  values.forEach((one, place) => {
    if (one >= fewest) places.push(place);
  });
  return places.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b).slice(0, most);
}
