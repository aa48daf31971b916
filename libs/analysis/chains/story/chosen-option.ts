import type { ChainField } from '../topic/chain-field.js';
import type { Story } from './chain-assignment.js';
import { contentWordsOf, sharesWord } from '../text/content-words.js';
import { decisionParts } from '../text/decision-parts.js';
import { score } from '../model/linear-model.js';
import { ownWords } from '../text/distinctive-words.js';
import { optionSignals } from './relation-signals.js';
import { statementsOf } from '../text/sentences.js';

/** Not of "neither cheap nor quick", and not of people. */
const neither =
  /\bneither\b(?! of (?:us|you)\b)(?![^.;!?]*\bnor\b)|\bnone of (?:them|these|those|the (?:two|three|options|offers))\b/i;

/** Which of the options of a story was taken. */
export interface TakenOption {
  /** -1 where the decision says that none was. */
  readonly best: number;
  /** They add up to 1, or are all 0. */
  readonly probabilities: readonly number[];
}

/** One of those that the decision does not leave, by what was learnt. */
export function takenOf(field: ChainField, story: Story): TakenOption {
  const options = story.members.filter(({ role, place }) => role === 'option' && place < story.candidate);
  const textOf = (place: number) => field.memories[place]?.content ?? '';
  const texts = options.map(({ place }) => textOf(place));
  const none = { best: -1, probabilities: texts.map(() => 0) };
  if (takesNone(textOf(story.candidate), texts)) return none;
  const isLeft = leftBy(
    textOf(story.candidate),
    field.memories[story.candidate]?.features.choice?.instead ?? [],
    texts,
  );
  const scores = optionSignals(field, story).map((signals, i) =>
    isLeft[i] === true ? 0 : Math.exp(score(field.weights.option, signals)),
  );
  const total = scores.reduce((sum, value) => sum + value, 0);
  if (total === 0) return none;
  const best = scores.reduce((most, value, i) => (value > (scores[most] ?? 0) ? i : most), 0);
  return { best, probabilities: scores.map((value) => value / total) };
}

/** "Neither.", beside nothing that names an option: "On the hob. Neither of them cooks" is about people. */
function takesNone(decision: string, options: readonly string[]): boolean {
  const sentences = statementsOf(decision);
  const others = sentences.filter((sentence) => !neither.test(sentence));
  return (
    others.length < sentences.length && !options.some((option) => sharesWord(option, contentWordsOf(others.join(' '))))
  );
}

/**
 * Whether all that a decision says of an option by its own words is that it does not prefer it; a reason speaks of what was
 * left where another option is named outside it ("Thursday, since Monday is full").
 */
function leftBy(decision: string, instead: readonly string[], options: readonly string[]): boolean[] {
  const { kept, denied, reasons } = decisionParts(decision);
  const own = ownWords(options);
  const says = (words: ReadonlySet<string>, i: number) => [...(own[i] ?? [])].some((word) => words.has(word));
  const left = contentWordsOf(instead.join(' '));
  const named = options.map((_, i) => says(kept, i));
  const isNamed = named.includes(true);
  return options.map((option, i) => {
    if (named[i] === true) return false;
    if (says(denied, i) || (isNamed && says(reasons, i))) return true;
    return sharesWord(option, left) && !sharesWord(option, kept);
  });
}
