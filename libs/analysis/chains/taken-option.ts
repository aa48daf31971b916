import type { ChainField } from './chain-field.js';
import type { Story } from './assignment.js';
import { contentWordsOf, sharesWord } from './content-words.js';
import { decisionParts } from './decision-parts.js';
import { score } from './linear-model.js';
import { optionSignals } from './relation-signals.js';

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
  const options = story.members.filter(({ role, place }) => role === 'option' && place < story.hub);
  const textOf = (place: number) => field.memories[place]?.content ?? '';
  const texts = options.map(({ place }) => textOf(place));
  const isLeft = leftBy(textOf(story.hub), field.memories[story.hub]?.features.choice?.instead ?? []);
  if (takesNone(textOf(story.hub), texts)) return { best: -1, probabilities: texts.map(() => 0) };
  const scores = optionSignals(field, story).map((signals, i) =>
    isLeft(texts[i] ?? '') ? 0 : Math.exp(score(field.weights.option, signals)),
  );
  const total = scores.reduce((sum, value) => sum + value, 0);
  if (total === 0) return { best: -1, probabilities: scores };
  const best = scores.reduce((most, value, i) => (value > (scores[most] ?? 0) ? i : most), 0);
  return { best, probabilities: scores.map((value) => value / total) };
}

/** "Neither.", beside nothing that names an option: "On the hob. Neither of them cooks" is about people. */
function takesNone(decision: string, options: readonly string[]): boolean {
  const sentences = decision.split(/(?<=[.!?;])\s+/);
  const others = sentences.filter((sentence) => !neither.test(sentence));
  return (
    others.length < sentences.length && !options.some((option) => sharesWord(option, contentWordsOf(others.join(' '))))
  );
}

/** Whether all that a decision says of an option is that it does not prefer it. */
function leftBy(decision: string, instead: readonly string[]): (option: string) => boolean {
  const { kept } = decisionParts(decision);
  const left = contentWordsOf(instead.join(' '));
  return (option) => sharesWord(option, left) && !sharesWord(option, kept);
}
