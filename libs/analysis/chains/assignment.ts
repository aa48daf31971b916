import type { ChainField } from './chain-field.js';
import type { NodeRole } from './chain-report.js';
import { MEMBER_ROLES, share } from './member-signals.js';
import type { Membership } from './members.js';
import { bySize } from './smallness.js';

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
 * Each memory joins the decision that it most probably belongs to, if it belongs to any.
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
    places.has(place) ? -1 : bestOf(hubs.map(({ membership }) => share(membership.rows, place))),
  );
  return hubs.map(({ membership: { hub, rows }, probability }, i) => {
    const members: Member[] = [{ place: hub, role: 'decision', confidence: probability, isSure: true }];
    best.forEach((owner, place) => {
      const belongs = share(rows, place);
      if (owner !== i || belongs < fewestShare) return;
      members.push({ ...memberOf(place, hub, rows.row(place)), isSure: belongs >= field.weights.fewestOnTrunk });
    });
    return { hub, probability, members: members.sort((a, b) => a.place - b.place) };
  });
}

function bestOf(values: readonly number[]): number {
  return values.reduce((best, value, i) => (value > (values[best] ?? 0) ? i : best), 0);
}

/** The most probable role that the grammar allows on that side of the decision. */
function memberOf(place: number, hub: number, row: Float64Array): Omit<Member, 'isSure'> {
  let role: NodeRole = place < hub ? 'evidence' : 'action';
  let confidence = -1;
  MEMBER_ROLES.forEach((one, i) => {
    if (one === 'noise' || (place < hub && isLater(one))) return;
    if ((row[i] ?? 0) > confidence) [role, confidence] = [one, row[i] ?? 0];
  });
  return { place, role, confidence };
}

function isLater(role: NodeRole): boolean {
  return role === 'action' || role === 'outcome' || role === 'reversal';
}
