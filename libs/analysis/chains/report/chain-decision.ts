import type { ChainField } from '../topic/chain-field.js';
import type { ChainDecision, ChainOption } from '../types/chain-report.js';
import { contentWordsOf, sharesWord } from '../text/content-words.js';
import type { Link } from '../story/relations.js';
import { statedOptions } from './stated-options.js';
import { decidingStatement, nearestSentence, withoutLabel } from '../text/sentences.js';
import { takenWords } from '../text/taken-words.js';
import { excerptOf } from '../text/formatting.js';

const SHORT = 80;

/** What was decided, as a report says it; `alternatives` are the memories of the options that were left. */
export interface ToldDecision {
  readonly decision: ChainDecision;
  readonly alternatives: readonly string[];
}

/** @param links that may be reported as facts */
export function decisionOf(field: ChainField, candidate: number, links: readonly Link[]): ToldDecision {
  const { chosen, rejected } = statedOptions(field, candidate, links);
  const { id = '', content = '', at = 0 } = field.memories[candidate] ?? {};
  const choice = choiceOf(field, candidate);
  const told = chosenOf(field, candidate, chosen, choice);
  return {
    decision: {
      memoryId: id,
      text: content,
      at: new Date(at).toISOString(),
      ...(told && { chosen: told }),
      rejected: rejectedOf(field, rejected, { memoryId: id, instead: choice.isAside ? [] : choice.instead }),
    },
    alternatives: rejected.map(({ from }) => optionOf(field, from.place).memoryId),
  };
}

/** "On the table beside A, not taken": behind these words "not" prefers nothing. */
const noThing = /^(?:taken|chosen|decided|adopted|done|used|needed|only)\b/i;

/** What a decision says that it prefers, and to what. */
interface StatedChoice {
  readonly chosen?: string | undefined;
  readonly instead: readonly string[];
  /** Whether it says so beside the statement that decides: then it may speak of something else, and is not quoted. */
  readonly isAside: boolean;
}

function choiceOf({ memories }: ChainField, candidate: number): StatedChoice {
  const { features, content = '' } = memories[candidate] ?? {};
  const { chosen, instead = [] } = features?.choice ?? {};
  const deciding = contentWordsOf(decidingStatement(content));
  const isAside = [...contentWordsOf(chosen ?? '')].some((word) => !deciding.has(word));
  const things = instead.filter((one) => !noThing.test(one));
  return { chosen: things.length === 0 ? undefined : chosen, instead: things, isAside };
}

/** The option that was taken, as it was proposed, unless the decision says that it prefers something else. */
function chosenOf(
  field: ChainField,
  candidate: number,
  chosen: Link | undefined,
  { chosen: own, isAside }: StatedChoice,
): ChainOption | undefined {
  const { id = '', content = '' } = field.memories[candidate] ?? {};
  if (chosen !== undefined) {
    const { memoryId, content: option } = optionOf(field, chosen.from.place);
    if (own === undefined) return { memoryId, text: nearestSentence(option, takenWords(content).deciding, SHORT) };
    if (shares(own, option)) return { memoryId, text: nearestSentence(option, contentWordsOf(own), SHORT) };
  }
  return own === undefined || isAside ? undefined : { memoryId: id, text: own };
}

/** The options that were left, and what else the decision says it does not prefer. */
function rejectedOf(
  field: ChainField,
  rejected: readonly Link[],
  own: { readonly memoryId: string; readonly instead: readonly string[] },
): ChainOption[] {
  const options = rejected.map(({ from }) => optionOf(field, from.place));
  const others = own.instead.filter(
    (one) => contentWordsOf(one).size > 0 && !options.some(({ content }) => shares(one, content)),
  );
  return [
    ...options.map(({ memoryId, content }) => ({ memoryId, text: excerptOf(withoutLabel(content), SHORT) })),
    ...others.map((text) => ({ memoryId: own.memoryId, text })),
  ];
}

function optionOf({ memories }: ChainField, place: number): { readonly memoryId: string; readonly content: string } {
  const { id = '', content = '' } = memories[place] ?? {};
  return { memoryId: id, content };
}

function shares(a: string, b: string): boolean {
  return sharesWord(a, contentWordsOf(b));
}
