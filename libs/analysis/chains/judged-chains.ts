import { likeness } from './topic/chain-field.js';
import { type ChainField, fieldOf } from './topic/chain-field.js';
import { share } from './membership/member-signals.js';
import { kindsTo } from './membership/linked-members.js';
import { candidateDecisions, candidatesOf, membershipOf } from './ranking/decision-candidates.js';
import { judgedChainOf } from './report/judged-chain.js';
import { statusOf, warningsOf } from './reconstruct-chains.js';
import { type Member, storiesOf } from './story/chain-assignment.js';
import { MIN_POSSIBLE } from './story/told-members.js';
import type { ChainInput } from './types/chain-input.js';
import type { ChainReport } from './types/chain-report.js';
import type { JudgedStory } from './types/judged-story.js';
import { CHAIN_WEIGHTS } from './weights/chain-weights.js';

/**
 * Ids of the memories that most probably are the decision asked for, the likeliest first: those that were looked at with
 * their stories, then those that are likely by themselves. For a language model to choose from.
 */
export function proposedDecisions(input: ChainInput, most: number): string[] {
  const field = fieldOf(input, CHAIN_WEIGHTS);
  if (field.memories.length === 0) return [];
  const closely = candidatesOf(field).map(({ membership }) => membership.candidate);
  return idsOf(field, distinct([...closely, ...candidateDecisions(field)]).slice(0, most));
}

/**
 * Ids of the memories that may belong to a decision, itself among them, by event time: first what metadata links to it,
 * then in turn the likeliest members, the most relevant to the topic, and the most like the decision.
 */
export function proposedMembers(input: ChainInput, decision: string, most: number): string[] {
  const field = fieldOf(input, CHAIN_WEIGHTS);
  const candidate = field.places.get(decision);
  if (candidate === undefined) return [];
  const { rows } = membershipOf(field, candidate);
  const byValue = (value: (place: number) => number): number[] =>
    [...field.memories.keys()].sort((a, b) => value(b) - value(a) || a - b);
  const orders = [
    byValue((place) => share(rows, place)),
    byValue((place) => field.memories[place]?.relevance ?? 0),
    byValue((place) => likeness(field, candidate, place)),
  ];
  const inTurn = orders[0]?.flatMap((_, i) => orders.map((order) => order[i] ?? candidate)) ?? [];
  const chosen = distinct([candidate, ...kindsTo(field, candidate).keys(), ...inTurn]).slice(0, most);
  return idsOf(
    field,
    chosen.sort((a, b) => a - b),
  );
}

/**
 * The report of one decision as a language model sees it. Metadata links win: what they join to the decision belongs there,
 * also where the model left it out, in the role that the fitted models give it.
 *
 * @returns undefined where the decision is not among the memories that are looked at
 */
export function judgedReport(input: ChainInput, judged: JudgedStory): ChainReport | undefined {
  const field = fieldOf(input, CHAIN_WEIGHTS);
  const candidate = field.places.get(judged.decision);
  if (candidate === undefined) return undefined;
  const chains = [judgedChainOf(field, candidate, judged, linkedMembers(field, candidate))];
  return {
    status: statusOf(chains),
    chains,
    stats: { candidates: field.memories.length },
    method: { version: field.weights.version },
    warnings: warningsOf(field),
  };
}

/** The memories that metadata joins to a decision, as they are reported without a language model. */
function linkedMembers(field: ChainField, candidate: number): Member[] {
  const linked = kindsTo(field, candidate);
  if (linked.size === 0) return [];
  const [story] = storiesOf(field, [{ membership: membershipOf(field, candidate), probability: 1 }], MIN_POSSIBLE);
  return (story?.members ?? []).filter(({ place }) => linked.has(place));
}

function idsOf({ memories }: ChainField, places: readonly number[]): string[] {
  return places.flatMap((place) => memories[place]?.id ?? []);
}

function distinct(places: readonly number[]): number[] {
  return [...new Set(places)];
}
