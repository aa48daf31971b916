import type { Link } from '../story/relations.js';
import { sharesRare } from '../story/told-members.js';
import { tellsSeveral } from '../text/stated-reasons.js';
import { tenantSmallness } from '../model/tenant-size-interpolation.js';
import { codesOf } from '../text/codes.js';
import { contentWordsOf } from '../text/content-words.js';
import { decidingStatement } from '../text/sentences.js';
import { takenWords } from '../text/taken-words.js';
import { tellingWords } from '../text/telling-words.js';
import type { ChainField } from '../topic/chain-field.js';

/** Probabilities of the relation and of being an option, from which on it is stated that one was taken, or left (ADR 75). */
const TAKEN = { relation: 0.7, option: 0.8 };
/** In tenants as small as this (some 140 memories), few options are another question's. */
const FEW_QUESTIONS = 0.5;
const LEFT = { relation: 0.8, option: 0.8 };

/** Relations without those of the options, where the text of the decision denies the one that is taken for chosen. */
export function uncontradicted(field: ChainField, candidate: number, links: readonly Link[]): Link[] {
  const options = links.filter(isOption);
  const said = saidOf(field, candidate, options);
  const isContradicted = options.some(({ relation }, i) => relation === 'chosen' && said[i]?.isDenied === true);
  return links.filter((link) => !isContradicted || !isOption(link) || link.explicit);
}

function isOption({ relation }: Link): boolean {
  return relation === 'chosen' || relation === 'rejected';
}

/** What is stated of the options of a decision; what is less sure is a probability of an edge. */
export interface StatedOptions {
  readonly chosen: Link | undefined;
  readonly rejected: readonly Link[];
}

/**
 * An option was taken where the sentence that decides names it by words that the others lack, and nothing denies it; one was
 * left where the decision does not take it, and either denies it or takes another.
 *
 * @param links that may be reported as facts
 */
export function statedOptions(field: ChainField, candidate: number, links: readonly Link[]): StatedOptions {
  const options = links.filter(isOption);
  const said = saidOf(field, candidate, options);
  // Two that are named alike are both left to their probabilities.
  const [taken, ...alike] = options.filter((_, i) => said[i]?.isTaken === true);
  const isStated =
    taken !== undefined &&
    alike.length === 0 &&
    isLikely(taken, 'chosen', TAKEN) &&
    isOfSameQuestion(field, taken, candidate);
  const chosen = isStated ? taken : undefined;
  // "Neither": certain where the decision says so.
  const takesNone = options.every(({ relation, certainty }) => relation === 'rejected' && certainty === 1);
  const rejected = options.filter((link, i) => {
    const { isNamed = false, isDenied = false } = said[i] ?? {};
    if (!isLikely(link, 'rejected', LEFT) || isNamed || !isOfSameQuestion(field, link, candidate, chosen)) return false;
    return isDenied || takesNone || chosen !== undefined;
  });
  return { chosen, rejected };
}

/**
 * Whether an option is tied to the decision, itself or by the one that was taken, by more than both being options: among many
 * memories there are options of other questions.
 */
function isOfSameQuestion(field: ChainField, { from, explicit }: Link, candidate: number, chosen?: Link): boolean {
  if (explicit || tenantSmallness(field.input.tenantSize) > FEW_QUESTIONS) return true;
  if (sharesRare(field, from.place, candidate)) return true;
  return (
    chosen !== undefined &&
    sharesRare(field, from.place, chosen.from.place) &&
    isOfSameQuestion(field, chosen, candidate)
  );
}

interface Said {
  /** By the sentence that decides, and by no clause that leaves it. */
  readonly isTaken: boolean;
  /** By any clause that takes something. */
  readonly isNamed: boolean;
  readonly isDenied: boolean;
}

/** What a decision says of each option; of the only one by words that are not the topic's. */
function saidOf(field: ChainField, candidate: number, options: readonly Link[]): Said[] {
  const textOf = (place: number): string => field.memories[place]?.content ?? '';
  const decision = textOf(candidate);
  const texts = options.map(({ from }) => textOf(from.place));
  const { deciding, taken, left } = takenWords(decision);
  const codes = namedCodes(texts, decidingStatement(decision));
  return tellingWords(texts).map((words, i) => {
    const telling = [...words].filter((word) => options.length > 1 || !field.topicTerms.has(word));
    const isIn = (some: ReadonlySet<string>): boolean => telling.some((word) => some.has(word));
    const isDenied = isIn(left);
    // Of an option that lists several, one may be meant: it names what the decision leaves, though others do so as well.
    const text = texts[i] ?? '';
    const namesLeft = [...contentWordsOf(text)].some((word) => left.has(word) && !taken.has(word));
    const isClear = !isDenied && !namesLeft && !tellsSeveral(text);
    // Who names one of them by its code means no other, whatever words they share.
    const isMeant = codes.includes(true) ? codes[i] === true : isIn(deciding);
    return { isTaken: isClear && isMeant, isNamed: isIn(taken) || codes[i] === true, isDenied };
  });
}

/** Whether the statement that decides names each option by a code that the others lack. */
function namedCodes(options: readonly string[], statement: string): boolean[] {
  const named = codesOf(statement);
  const own = options.map(codesOf);
  return own.map((codes, i) =>
    [...codes].some((code) => named.has(code) && own.every((others, j) => j === i || !others.has(code))),
  );
}

function isLikely({ from, relation, certainty }: Link, wanted: string, least: typeof TAKEN): boolean {
  return relation === wanted && certainty >= least.relation && from.confidence >= least.option;
}
