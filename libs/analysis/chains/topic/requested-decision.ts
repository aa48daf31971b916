import { ROLES } from '../../features/role.js';
import type { ChainInput } from '../types/chain-input.js';
import { topicTermsOf } from '../text/content-words.js';
import { headingTest } from '../text/heading.js';
import { identifiersIn, namesOneOf, withoutIdentifiers } from '../text/identifiers.js';
import { isNamedDecision, type LinksTo } from './explicit-links.js';

/** Logarithm of the probability from which a text is a decision by how it sounds. */
const LIKELY = Math.log(0.5);
/** Log odds that it adds where the topic is a decision's heading or names it, and takes where it names another. */
const NAMED = Math.log(20);
const decision = ROLES.indexOf('decision');

/** What a topic says outright of which decision it asks for. */
export interface AskedDecisions {
  /** Log odds by place, of those that it says something of. */
  readonly evidence: ReadonlyMap<number, number>;
  /** Places of those that all of the topic means: these memories know it. */
  readonly meant: ReadonlySet<number>;
}

/** Of a `TopicField`. */
interface Read {
  readonly input: Pick<ChainInput, 'topic' | 'memories'>;
  readonly roles: readonly (readonly number[])[];
  readonly linksTo: LinksTo;
}

/**
 * The decisions that a topic asks for by their headings or numbers ("ADR-14"). A decision is what metadata or its type calls
 * one, or what sounds like one: a note that begins with the words of the topic and decides nothing is no answer.
 */
export function askedDecisions(field: Read): AskedDecisions {
  const { topic, memories } = field.input;
  const isHeading = headingTest(topic.text);
  const identifiers = identifiersIn(topic.text);
  const isAllNamed = identifiers.length > 0 && topicTermsOf(withoutIdentifiers(topic.text)).size === 0;
  const evidence = new Map<number, number>();
  const meant = new Set<number>();
  memories.forEach(({ content }, place) => {
    const isDecision = isCalledDecision(field, place);
    const isNamed = namesOneOf(identifiers, content);
    const isHeaded = isDecision && isHeading(content);
    if (isHeaded || (isDecision && isNamed === true)) evidence.set(place, NAMED);
    else if (isNamed === false) evidence.set(place, -NAMED);
    if (isHeaded || (isDecision && isNamed === true && isAllNamed)) meant.add(place);
  });
  return { evidence, meant };
}

/** Whether a memory is a decision by metadata, by its type, or by how it sounds. */
export function isCalledDecision({ input: { memories }, roles, linksTo }: Read, place: number): boolean {
  const sounds = roles[place]?.[decision] ?? -Infinity;
  return memories[place]?.type === 'decision' || isNamedDecision(linksTo, place) || sounds >= LIKELY;
}
