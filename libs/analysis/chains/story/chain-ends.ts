import type { Member, Story } from './chain-assignment.js';
import { ROLES } from '../../features/role.js';
import type { ChainField } from '../topic/chain-field.js';
import { isFact } from './linked-relations.js';
import { kindsTo } from '../membership/linked-members.js';

const action = ROLES.indexOf('action');
const outcome = ROLES.indexOf('outcome');

/** Whether a trigger comes before the decision, and an action or outcome after it: on the other side nothing joins them with it. */
export function isOnItsSide({ role, place }: Pick<Member, 'role' | 'place'>, candidate: number): boolean {
  return role === 'trigger' ? place < candidate : place > candidate;
}

/** What raised the question and what came of it belong in the telling, also where nothing lies between. */
export function isAnEnd(member: Member, candidate: number): boolean {
  return (member.role === 'trigger' || member.role === 'outcome') && isOnItsSide(member, candidate) && isFact(member);
}

/**
 * Whether something came of a decision; also where a link makes the only thing that did its action (`assignment.ts`).
 *
 * @param members those that are reported as facts
 */
export function hasOutcome(field: ChainField, { candidate, members }: Pick<Story, 'candidate' | 'members'>): boolean {
  const linked = kindsTo(field, candidate);
  const soundsSo = (place: number) => (field.roles[place]?.[outcome] ?? 0) > (field.roles[place]?.[action] ?? 0);
  return members.some(
    (one) =>
      isOnItsSide(one, candidate) &&
      (one.role === 'outcome' || (one.role === 'action' && linked.has(one.place) && soundsSo(one.place))),
  );
}
