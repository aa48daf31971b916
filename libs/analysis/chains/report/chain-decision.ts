import type { ChainField } from '../topic/chain-field.js';
import type { ChainDecision } from '../types/chain-report.js';
import { contentWordsOf, sharesWord } from '../text/content-words.js';
import type { Link } from '../story/relations.js';
import { decisionParts } from '../text/decision-parts.js';
import { ownWords } from '../text/distinctive-words.js';
import { nearestSentence, withoutLabel } from '../text/sentences.js';
import { tellsSeveral } from '../text/stated-reasons.js';
import { excerptOf } from '../text/formatting.js';

const SHORT = 80;
/** From this probability on, an option is reported as taken or left. */
const LIKELY = 0.5;

/** @param links that may be reported as facts */
export function decisionOf(field: ChainField, candidate: number, links: readonly Link[]): ChainDecision {
  const memory = field.memories[candidate];
  const chosen = chosenOf(field, candidate, links);
  return {
    memoryId: memory?.id ?? '',
    text: memory?.content ?? '',
    at: new Date(memory?.at ?? 0).toISOString(),
    ...(chosen === undefined ? {} : { chosen }),
    rejected: rejectedOf(field, candidate, links),
  };
}

/**
 * The options that were left. Where the decision is about none of those taken for its options, only such as it names itself:
 * they are another decision's.
 *
 * @param links that may be reported as facts
 */
export function leftOptions(field: ChainField, candidate: number, links: readonly Link[]): Link[] {
  const taken = links.find(({ relation }) => relation === 'chosen');
  const left = links.filter((link) => link.relation === 'rejected' && isLikely(link));
  const names = namedBy(field, candidate, links);
  return taken === undefined || names(taken) ? left : left.filter(names);
}

/** The option that the decision is about, as it was proposed, where that names but one; else what the decision says it prefers. */
function chosenOf(field: ChainField, candidate: number, links: readonly Link[]): string | undefined {
  const said = field.memories[candidate]?.features.choice?.chosen;
  const link = links.find(({ relation }) => relation === 'chosen');
  if (link === undefined || !isLikely(link)) return said;
  const option = textOf(field, link.from.place);
  if (tellsSeveral(option)) return said;
  if (said === undefined ? !namedBy(field, candidate, links)(link) : !shares(said, option)) return said;
  const words = said === undefined ? decisionParts(textOf(field, candidate)).kept : contentWordsOf(said);
  return nearestSentence(option, words, SHORT);
}

/** The options that were left, and what else the decision says it does not prefer. */
function rejectedOf(field: ChainField, candidate: number, links: readonly Link[]): string[] {
  const options = leftOptions(field, candidate, links).map(({ from }) => textOf(field, from.place));
  const others = (field.memories[candidate]?.features.choice?.instead ?? []).filter(
    (one) => contentWordsOf(one).size > 0 && !options.some((option) => shares(one, option)),
  );
  return [...options.map((option) => excerptOf(withoutLabel(option), SHORT)), ...others];
}

function isLikely({ from, certainty }: Link): boolean {
  return from.confidence * certainty >= LIKELY;
}

/**
 * Whether a decision names an option: by a word that the other options do not have, and where no other is reported, one that is
 * not the topic's. Of options that are only like the decision half were taken (27 of 57), and of those that share such words
 * as all options do, seven in ten. A link says no more than that they belong together.
 */
function namedBy(field: ChainField, candidate: number, links: readonly Link[]): (option: Link) => boolean {
  const options = links.filter(({ relation }) => relation === 'chosen' || relation === 'rejected');
  const own = ownWords(options.map(({ from }) => textOf(field, from.place)));
  const said = contentWordsOf(textOf(field, candidate));
  const isTelling = (word: string) => said.has(word) && (options.length > 1 || !field.topicTerms.has(word));
  return (option) => [...(own[options.indexOf(option)] ?? [])].some(isTelling);
}

function textOf({ memories }: ChainField, place: number): string {
  return memories[place]?.content ?? '';
}

function shares(a: string, b: string): boolean {
  return sharesWord(a, contentWordsOf(b));
}
