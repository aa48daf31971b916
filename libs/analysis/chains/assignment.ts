import type { LinkKind } from '../features/memory-features.js';
import type { ChainField } from './chain-field.js';
import type { NodeRole } from './chain-report.js';
import { MEMBER_ROLES, share } from './member-signals.js';
import type { Membership } from './members.js';
import { bySize } from './smallness.js';
import { kindsTo } from './stated-members.js';

/** A memory and its place in a decision. */
export interface Member {
  /** Place in the field. */
  readonly place: number;
  readonly role: NodeRole;
  /** Probability of the role. */
  readonly confidence: number;
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
  readonly hub: number;
  readonly probability: number;
  readonly members: readonly Member[];
}

/**
 * Each memory joins the decision that is most probably asked for and its own, if it belongs to any: one that hardly is asked
 * for takes nothing from the others.
 *
 * @param fewestShare the probability of belonging there from which on it does
 */
export function storiesOf(
  field: ChainField,
  hubs: readonly Decision[],
  fewestShare = bySize(field.weights.fewestShare, field.input.tenantSize),
): Story[] {
  const places = new Set(hubs.map(({ membership }) => membership.hub));
  const best = field.memories.map((_, place) =>
    places.has(place)
      ? -1
      : bestOf(hubs.map(({ membership, probability }) => probability * share(membership.rows, place))),
  );
  return hubs.map(({ membership: { hub, rows }, probability }, i) => {
    const own = best.flatMap((owner, place) =>
      owner === i && share(rows, place) >= fewestShare ? [{ place, row: rows.row(place) }] : [],
    );
    const members = membersOf(own, hub, kindsTo(field, hub)).map((member) => ({
      ...member,
      isSure: share(rows, member.place) >= field.weights.fewestOnTrunk,
    }));
    const decision: Member = { place: hub, role: 'decision', confidence: probability, isSure: true };
    return { hub, probability, members: [...members, decision].sort((a, b) => a.place - b.place) };
  });
}

function bestOf(values: readonly number[]): number {
  return values.reduce((best, value, i) => (value > (values[best] ?? 0) ? i : best), 0);
}

type Placed = Omit<Member, 'isSure'>;

/** @param links what metadata joins to the decision: there is an edge for that, so its role is one that has one */
function membersOf(
  own: readonly { readonly place: number; readonly row: Float64Array }[],
  hub: number,
  links: ReadonlyMap<number, LinkKind>,
): Placed[] {
  const members = own.map(({ place, row }) => likeliest(place, row, rolesAt(place, hub)));
  const has = (role: NodeRole) => members.some((member) => member.role === role);
  const isBetween = ({ role, place }: Placed) =>
    (role === 'outcome' && has('action')) || (role === 'trigger' && place < hub && has('option'));
  return members.map((member, i) => {
    const { place } = member;
    const kind = links.get(place);
    if (kind === undefined || isBeside(member, hub)) return member;
    if ((kind !== 'causedBy' || place < hub) && isBetween(member)) return member;
    return likeliest(place, own[i]?.row ?? new Float64Array(), rolesBeside(member, hub));
  });
}

/** Whether the grammar has an edge between such a memory and the decision. */
function isBeside({ place, role }: Placed, hub: number): boolean {
  return place < hub ? role === 'option' || role === 'evidence' : role === 'action' || role === 'reversal';
}

/** What raised a question is no option that was left: it speaks for deciding. */
function rolesBeside({ place, role }: Placed, hub: number): readonly NodeRole[] {
  if (place > hub) return ['action'];
  return role === 'trigger' ? ['evidence'] : ['evidence', 'option'];
}

/** The roles that the grammar allows on that side of the decision, the one first that nothing speaks for. */
function rolesAt(place: number, hub: number): readonly NodeRole[] {
  return place < hub
    ? ['evidence', 'trigger', 'option']
    : ['action', 'trigger', 'option', 'evidence', 'outcome', 'reversal'];
}

function likeliest(place: number, row: Float64Array, roles: readonly NodeRole[]): Placed {
  const confidenceOf = (role: NodeRole) => row[MEMBER_ROLES.findIndex((one) => one === role)] ?? 0;
  const role = roles.reduce((best, one) => (confidenceOf(one) > confidenceOf(best) ? one : best));
  return { place, role, confidence: confidenceOf(role) };
}
