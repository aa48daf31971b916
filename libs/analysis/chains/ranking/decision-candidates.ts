import { ROLES } from '../../features/role.js';
import type { ChainField } from '../topic/chain-field.js';
import { decisionSignals } from './decision-signals.js';
import { share } from '../membership/member-signals.js';
import { isNamedDecision } from '../topic/explicit-links.js';
import { firstRounds, type Membership, nextRound } from '../membership/membership.js';
import { ownSignals } from './own-signals.js';
import { logistic, logOdds } from '../model/linear-model.js';
import { MIN_LIKE } from '../topic/possible-signals.js';
import { withFewMembers } from '../membership/story-bounds.js';
import { storySignals } from './story-signals.js';
import type { TopicField } from '../topic/topic-field.js';
import { probabilityOf, type YesModel } from '../model/binary-model.js';

/** Memories that are tried as the decision, and those of them that are looked at closely. */
const MAX_CANDIDATES = 20;
const MAX_CLOSE = 6;
/** Log odds that metadata adds where it calls a memory a decision: it says nothing of the topic. */
const NAMED_EVIDENCE = Math.log(4);
/** Of a decision that is named by its id. */
const KNOWN = 0.98;
const decision = ROLES.indexOf('decision');

export interface DecisionCandidate {
  readonly membership: Membership;
  /** Probability that this is the decision asked for. */
  readonly probability: number;
  /** The same without what metadata, headings and numbers say: whether the topic is known at all, links do not tell. */
  readonly asked: number;
  /** Its `DECISION_SIGNALS` beside the others found, then its `STORY_SIGNALS` and `OWN_SIGNALS` where it was looked at closely. */
  readonly signals: readonly number[];
}

/** Places of the memories that by themselves most probably are the decision asked for. */
export function candidateDecisions({ possible }: TopicField): number[] {
  return [...possible.keys()].sort((a, b) => (possible[b] ?? 0) - (possible[a] ?? 0) || a - b).slice(0, MAX_CANDIDATES);
}

/** The decisions that the topic may ask for, with their members after all rounds; the most probable first. */
export function candidatesOf(field: ChainField): DecisionCandidate[] {
  return rankedClosely(field, closeCandidates(field), field.weights.decision);
}

/** What each memory is to one decision after all rounds, regardless of whether it is the one asked for. */
export function membershipOf(field: ChainField, candidate: number): Membership {
  const tried = firstRounds(field, [...new Set([candidate, ...candidateDecisions(field)])]);
  const own = tried.find((membership) => membership.candidate === candidate);
  if (own === undefined) throw new Error('the decision is among those that are tried');
  return allRounds(field, own, tried);
}

/** A memory that is known to be the decision asked for. */
export function knownDecision(field: ChainField, place: number): DecisionCandidate {
  const [known] = rankedClosely(field, [membershipOf(field, place)], field.weights.decision);
  if (known === undefined) throw new Error('the decision is the one that is ranked');
  return { ...known, probability: KNOWN, asked: KNOWN };
}

/** Of the decisions that are tried the most probable, with their members after all rounds. */
function closeCandidates(field: ChainField): Membership[] {
  const tried = firstRounds(field, candidateDecisions(field));
  return ranked(field, tried, field.weights.decisionFirst)
    .slice(0, MAX_CLOSE)
    .map(({ membership }) => allRounds(field, membership, tried));
}

/** Second and third round. */
function allRounds(field: ChainField, first: Membership, tried: readonly Membership[]): Membership {
  const rivals = rivalsOf(field, first.candidate, tried);
  return nextRound(field, nextRound(field, first, rivals), rivals);
}

/** How much each memory belongs to the best other decision, if that is one. */
function rivalsOf(field: ChainField, candidate: number, tried: readonly Membership[]): Float64Array {
  const rivals = new Float64Array(field.memories.length);
  for (const other of tried) {
    if (other.candidate === candidate) continue;
    const weight = Math.exp(field.roles[other.candidate]?.[decision] ?? MIN_LIKE);
    for (let place = 0; place < rivals.length; place++) {
      rivals[place] = Math.max(rivals[place] ?? 0, weight * share(other.rows, place));
    }
  }
  return rivals;
}

/** As `ranked`, by a model that sees the story of each, and what is its own beside the others, too. */
function rankedClosely(field: ChainField, memberships: readonly Membership[], model: YesModel): DecisionCandidate[] {
  const few = memberships.map(withFewMembers);
  const rows = decisionSignals(field, few);
  const own = ownSignals(field, few);
  const whole = few.map((membership, i) => [...(rows[i] ?? []), ...storySignals(field, membership), ...(own[i] ?? [])]);
  return ranked(field, memberships, model, whole);
}

/** Decisions by how probable it is that they are asked for, the most probable first. */
export function ranked(
  field: ChainField,
  memberships: readonly Membership[],
  model: YesModel,
  rows: readonly (readonly number[])[] = decisionSignals(field, memberships),
): DecisionCandidate[] {
  return memberships
    .map((membership, i) => {
      const signals = rows[i] ?? [];
      const asked = probabilityOf(model, signals);
      const stated = statedEvidence(field, membership.candidate);
      const probability = stated === 0 ? asked : logistic(logOdds(asked) + stated);
      return { membership, probability, asked, signals };
    })
    .sort((a, b) => b.probability - a.probability || a.membership.candidate - b.membership.candidate);
}

/** Log odds that need no model: metadata calls it a decision, the topic says which it asks for. */
function statedEvidence({ linksTo, asked }: TopicField, candidate: number): number {
  return (isNamedDecision(linksTo, candidate) ? NAMED_EVIDENCE : 0) + (asked.evidence.get(candidate) ?? 0);
}
