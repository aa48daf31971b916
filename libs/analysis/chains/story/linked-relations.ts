import type { Member } from './chain-assignment.js';
import type { ChainField } from '../topic/chain-field.js';
import type { Link } from './relations.js';
import { kindsTo } from '../membership/linked-members.js';

/** From this probability of its role on, a sure member is reported as a fact. */
const FACT = 0.5;
/** Below this probability, a role is a guess among several: no sentence says it, and it is not said to be missing. */
export const SURE_ROLE = 0.8;

const results = new Set<Link['relation']>(['led_to', 'resulted_in']);

/** What may be stated as a fact: members that surely belong there, in a role that is more likely than not. */
export function isFact({ role, isSure, confidence }: Member): boolean {
  return role === 'decision' || (isSure && confidence >= FACT);
}

/** Links of two such, and those that metadata states. */
export function statedLinks(links: readonly Link[]): Link[] {
  return links.filter(({ from, to, explicit }) => explicit || (isFact(from) && isFact(to)));
}

/** The link that states that a decision was taken back, of those that are stated. */
export function reversalOf(stated: readonly Link[]): Link | undefined {
  return stated.find(({ relation }) => relation === 'superseded_by');
}

/** Whether a member comes after the decision was taken back: it is not what came of the decision. */
export function isAfter({ place }: Member, reversal: Link | undefined): boolean {
  return reversal !== undefined && place > reversal.to.place;
}

/** Links without those that lead past a stated reversal: what was done or came later came of that, unless metadata says otherwise. */
export function withoutLaterResults(links: readonly Link[]): Link[] {
  const reversal = reversalOf(statedLinks(links));
  return links.filter(
    ({ relation, from, to, explicit }) =>
      explicit || !results.has(relation) || !isAfter(to, reversal) || isAfter(from, reversal),
  );
}

/** Metadata states a reversal where it says `supersedes`: what else joins the two says no more than that they belong together. */
export function withGuessedReversals(field: ChainField, candidate: number, links: readonly Link[]): Link[] {
  const kinds = kindsTo(field, candidate);
  return links.map((link) =>
    link.relation === 'superseded_by' ? { ...link, explicit: kinds.get(link.to.place) === 'supersedes' } : link,
  );
}
