import type { LinkKind } from '../../features/memory-features.js';
import { type ChainField, linked } from '../topic/chain-field.js';
import { isCalledDecision } from '../topic/requested-decision.js';
import { labelIn } from '../text/identifiers.js';
import type { NodeRole } from '../types/chain-report.js';
import { MEMBER_ROLES, share } from '../membership/member-signals.js';
import type { Membership } from '../membership/membership.js';
import { kindsTo } from '../membership/linked-members.js';

/** A memory and its place in a decision. */
export interface Member {
  /** Place in the field. */
  readonly place: number;
  readonly role: NodeRole;
  /** Probability of the role. */
  readonly confidence: number;
  /** Probability of belonging to the decision at all. */
  readonly share: number;
  /** Whether it belongs there so probably that the trunk may lead over it. */
  readonly isSure: boolean;
}

/** What may be the decision asked for, and how probably it is. */
interface Decision {
  readonly membership: Membership;
  readonly probability: number;
}

/** A decision with its members, in canonical order; the decision is one of them. */
export interface Story {
  readonly candidate: number;
  readonly probability: number;
  readonly members: readonly Member[];
}

/**
 * Each memory joins the decision that is most probably asked for and its own, if it belongs to any: one that hardly is asked
 * for takes nothing from the others. A decision is a member of another one only where metadata says that it takes that back.
 *
 * @param minShare the probability of belonging there from which on it does
 */
export function storiesOf(field: ChainField, candidates: readonly Decision[], minShare: number): Story[] {
  const places = new Set(candidates.map(({ membership }) => membership.candidate));
  const best = field.memories.map((_, place) =>
    places.has(place)
      ? -1
      : bestOf(candidates.map(({ membership, probability }) => probability * share(membership.rows, place))),
  );
  return candidates.map(({ membership: { candidate, rows }, probability }, i) => {
    const links = kindsTo(field, candidate);
    const isOwn = (owner: number, place: number) =>
      places.has(place) ? place > candidate && links.get(place) === 'supersedes' : owner === i;
    const own = best.flatMap((owner, place) =>
      isOwn(owner, place) && share(rows, place) >= minShare && !isApart(field, candidate, place)
        ? [{ place, row: rows.row(place) }]
        : [],
    );
    const members = membersOf(own, candidate, links).map((member) => ({
      ...member,
      share: share(rows, member.place),
      isSure: share(rows, member.place) >= field.weights.minOnTrunk,
    }));
    const decision: Member = { place: candidate, role: 'decision', confidence: probability, share: 1, isSure: true };
    return { candidate, probability, members: [...members, decision].sort((a, b) => a.place - b.place) };
  });
}

/** Whether the two are decisions of one series, each with its own number: "ADR-14: ..." is no part of "ADR-15: ...". */
function isApart(field: ChainField, candidate: number, place: number): boolean {
  if (!isCalledDecision(field, place)) return false;
  const [own, other] = [candidate, place].map((at) => labelIn(field.memories[at]?.content ?? ''));
  return own?.series === other?.series && own?.number !== other?.number && !linked(field, candidate, place);
}

function bestOf(values: readonly number[]): number {
  return values.reduce((best, value, i) => (value > (values[best] ?? 0) ? i : best), 0);
}

type Placed = Omit<Member, 'isSure' | 'share'>;

/** A memory of a story, and the probabilities of its `MEMBER_ROLES`. */
interface Own {
  readonly place: number;
  readonly row: Float64Array;
}

/** @param links what metadata joins to the decision: an edge tells of that, so its role is one that has one, or leads on to one */
function membersOf(own: readonly Own[], candidate: number, links: ReadonlyMap<number, LinkKind>): Placed[] {
  const members = own.map(({ place, row }) => {
    const kind = links.get(place);
    const roles = rolesAt(place, candidate);
    // What came of a decision did not take it back.
    return likeliest(place, row, kind === 'causedBy' ? roles.filter((role) => role !== 'reversal') : roles);
  });
  const isRaising = ({ role, place }: Placed) =>
    role === 'trigger' && members.some((one) => one.role === 'option' && one.place > place && one.place < candidate);
  // What metadata says was caused by the decision has an edge from it, regardless of its wording.
  const isOutcome = (member: Placed) => isEnd(member, candidate) && links.get(member.place) !== 'causedBy';
  const made = members.map((member, i) => {
    const isLeft = !links.has(member.place) || isBeside(member, candidate) || isRaising(member) || isOutcome(member);
    return isLeft ? member : besideOf(own[i], candidate, member, links.get(member.place) !== 'causedBy');
  });
  return withActions(made, own, candidate, links);
}

/** Outcomes that metadata joins to the decision come of an action: where none is before them, the likeliest of them is one. */
function withActions(
  members: readonly Placed[],
  own: readonly Own[],
  candidate: number,
  links: ReadonlyMap<number, LinkKind>,
): Placed[] {
  const first = Math.min(
    ...members.filter(({ role, place }) => role === 'action' && place > candidate).map(({ place }) => place),
  );
  const alone = members.flatMap((member, i) =>
    links.has(member.place) && isEnd(member, candidate) && member.place < first
      ? [besideOf(own[i], candidate, member)]
      : [],
  );
  if (alone.length === 0) return [...members];
  const likely = alone.reduce((best, one) => (one.confidence > best.confidence ? one : best));
  const made = members.map((member) => (member.place === likely.place ? likely : member));
  return withActions(made, own, candidate, links);
}

/** Whether the grammar has an edge between such a memory and the decision. */
function isBeside({ place, role }: Placed, candidate: number): boolean {
  return place < candidate ? role === 'option' || role === 'evidence' : role === 'action' || role === 'reversal';
}

function isEnd({ place, role }: Placed, candidate: number): boolean {
  return place > candidate && role === 'outcome';
}

/** What raised a question is no option that was left: it speaks for deciding. @param orEnd whether it may come of an action, too */
function besideOf(own: Own | undefined, candidate: number, { place }: Placed, orEnd = false): Placed {
  const later: readonly NodeRole[] = orEnd ? ['action', 'outcome'] : ['action'];
  return likeliest(place, own?.row ?? new Float64Array(), place > candidate ? later : ['evidence']);
}

/** The roles that the grammar allows on that side of the decision, the one first that nothing speaks for. */
function rolesAt(place: number, candidate: number): readonly NodeRole[] {
  return place < candidate
    ? ['evidence', 'trigger', 'option']
    : ['action', 'trigger', 'option', 'evidence', 'outcome', 'reversal'];
}

function likeliest(place: number, row: Float64Array, roles: readonly NodeRole[]): Placed {
  const confidenceOf = (role: NodeRole) => row[MEMBER_ROLES.findIndex((one) => one === role)] ?? 0;
  const role = roles.reduce((best, one) => (confidenceOf(one) > confidenceOf(best) ? one : best));
  return { place, role, confidence: confidenceOf(role) };
}
