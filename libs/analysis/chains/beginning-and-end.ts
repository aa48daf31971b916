import type { Member } from './assignment.js';
import { isFact } from './stated-links.js';

/** Whether a trigger comes before the decision, and an action or outcome after it: on the other side nothing joins them with it. */
export function isOnItsSide({ role, place }: Pick<Member, 'role' | 'place'>, hub: number): boolean {
  return role === 'trigger' ? place < hub : place > hub;
}

/** What raised the question and what came of it belong in the telling, also where nothing lies between. */
export function isAnEnd(member: Member, hub: number): boolean {
  return (member.role === 'trigger' || member.role === 'outcome') && isOnItsSide(member, hub) && isFact(member);
}
