import { ROLES } from '../features/role.js';
import type { ChainInput } from './chain-input.js';
import { headingTest } from './heading.js';
import { isNamedDecision, type LinksTo } from './links-to.js';

/** Logarithm of the probability from which a text is a decision by how it sounds. */
const LIKELY = Math.log(0.5);
/** Log odds that it adds where the topic is a decision's heading. */
export const HEADED_EVIDENCE = Math.log(20);
const decision = ROLES.indexOf('decision');

/** Of a `TopicField`. */
interface Read {
  readonly input: Pick<ChainInput, 'topic' | 'memories'>;
  readonly roles: readonly (readonly number[])[];
  readonly linksTo: LinksTo;
}

/**
 * Places of the decisions that the topic asks for by their headings. A decision is what metadata or its type calls one, or
 * what sounds like one: a note that begins with the words of the topic and decides nothing is no answer.
 */
export function askedByHeading({ input: { topic, memories }, roles, linksTo }: Read): Set<number> {
  const isHeading = headingTest(topic.text);
  const places = memories.flatMap(({ type, content }, place) => {
    const isDecision =
      type === 'decision' || isNamedDecision(linksTo, place) || (roles[place]?.[decision] ?? -Infinity) >= LIKELY;
    return isDecision && isHeading(content) ? [place] : [];
  });
  return new Set(places);
}
