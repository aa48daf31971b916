import { ROLES } from '../features/role.js';
import { addTrees, type Tree } from './boosted-trees.js';
import { type ChainField, isNamedDecision } from './chain-field.js';
import { hubSignals } from './hub-signals.js';
import { logistic, score } from './linear-model.js';
import { share, strengthOf } from './member-signals.js';
import { firstRounds, type Membership, nextRound } from './members.js';

/** Memories that are tried as the decision, and those of them that are looked at closely. */
const MOST_HUBS = 24;
const MOST_CLOSE = 6;
/** Logarithm of a probability below which texts are alike, and what being about the topic counts beside it. */
const LEAST_LIKE = -8;
const BY_RELEVANCE = 1.5;
const BY_LIKENESS = 0.4;
/** What is left of the doubt where metadata calls a memory a decision. */
const NAMED_DOUBT = 0.25;
const decision = ROLES.indexOf('decision');

export interface Hub {
  readonly membership: Membership;
  /** Probability that this is the decision asked for. */
  readonly probability: number;
  /** Its `HUB_SIGNALS` beside the others found. */
  readonly signals: readonly number[];
}

/** The memories whose text sounds most like a decision; of those that sound alike, what the topic brings. */
export function possibleHubs({ roles, memories, toTopic }: ChainField): number[] {
  return memories
    .map(({ relevance }, place) => {
      const text = Math.max(roles[place]?.[decision] ?? LEAST_LIKE, LEAST_LIKE);
      return { place, value: text + BY_RELEVANCE * strengthOf(relevance) + BY_LIKENESS * (toTopic[place] ?? 0) };
    })
    .sort((a, b) => b.value - a.value || a.place - b.place)
    .slice(0, MOST_HUBS)
    .map(({ place }) => place);
}

/** The decisions that the topic may ask for, with their members after all rounds; the most probable first. */
export function hubsOf(field: ChainField): Hub[] {
  const tried = firstRounds(field, possibleHubs(field));
  return ranked(field, closeTo(field, tried), field.weights.hub, field.weights.hubTrees);
}

/** The memories that most probably are the decision asked for, by a first look; the most probable first. */
export function leadingPlaces(field: ChainField, most: number): number[] {
  const tried = firstRounds(field, possibleHubs(field));
  return ranked(field, tried, field.weights.hubFirst)
    .slice(0, most)
    .map(({ membership: { hub } }) => hub);
}

/** Of the decisions that were tried the most probable, with their members after all rounds. */
export function closeTo(field: ChainField, tried: readonly Membership[]): Membership[] {
  return ranked(field, tried, field.weights.hubFirst)
    .slice(0, MOST_CLOSE)
    .map(({ membership }) => allRounds(field, membership, tried));
}

/** Second and third round. */
function allRounds(field: ChainField, first: Membership, tried: readonly Membership[]): Membership {
  const rivals = rivalsOf(field, first.hub, tried);
  return nextRound(field, nextRound(field, first, rivals), rivals);
}

/** How much each memory belongs to the best other decision, if that is one. */
export function rivalsOf(field: ChainField, hub: number, tried: readonly Membership[]): Float64Array {
  const rivals = new Float64Array(field.memories.length);
  for (const other of tried) {
    if (other.hub === hub) continue;
    const weight = Math.exp(field.roles[other.hub]?.[decision] ?? -8);
    for (let place = 0; place < rivals.length; place++) {
      rivals[place] = Math.max(rivals[place] ?? 0, weight * share(other.rows, place));
    }
  }
  return rivals;
}

export function ranked(
  field: ChainField,
  memberships: readonly Membership[],
  weights: readonly number[],
  trees: readonly Tree[] = [],
): Hub[] {
  const rows = hubSignals(field, memberships);
  return memberships
    .map((membership, i) => {
      const signals = rows[i] ?? [];
      const scores = [score(weights, signals)];
      addTrees(scores, trees, signals);
      const inferred = logistic(scores[0] ?? 0);
      const doubt = (1 - inferred) * (isNamedDecision(field.linksTo, membership.hub) ? NAMED_DOUBT : 1);
      return { membership, probability: 1 - doubt, signals };
    })
    .sort((a, b) => b.probability - a.probability || a.membership.hub - b.membership.hub);
}
