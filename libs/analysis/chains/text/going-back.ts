import { contentWordsOf } from './content-words.js';

/** What people write where a decision is taken back. Narrower than what sounds like it: a false reversal is the worst error. */
const goingBack =
  /\b(?:(?:go|goes|going|went|gone|switch(?:ed|es|ing)?|move[ds]?|moving|return(?:ed|s|ing)?) back to|(?:are|is|am|['’](?:re|s|m)) back to|(?:we|i) (?:go|went) back(?=[.;,!])|back to square one|revert(?:ed|s|ing)?|revers(?:e|ed|es|ing)|roll(?:ed|s|ing)? back|undo(?:es|ing|ne)?|undid|withdr(?:aw|aws|awn|ew)|rescind(?:ed|s|ing)?|overturn(?:ed|s|ing)?|supersed(?:e|ed|es|ing)|abandon(?:ed|s|ing)?|scrap(?:ped|s|ping)?|call(?:ed|ing)? (?:it |this |that )?off|cancel(?:l?ed|s|l?ing)?|chang(?:ed|ing) (?:my|our|his|her|their) minds?|(?:is|are|was|were|been|being) taken back|t(?:ake|akes|aking|ook) back (?:the|this|that|our|its|their) (?:decision|resolution|vote)|back(?:ed|ing)? out|pull(?:ed|ing)? out|g[ai]ve(?:n|s)? up on|giving up on|(?:is|are|was|were|been|being) given up|given up after|repeal(?:ed|s|ing)?|retract(?:ed|s|ing)?|replac(?:ed|es|ing) (?:it|this|that|the decision)|no longer (?:holds|applies|stands|do|use|used|in force)|does not hold any ?more|u-turn)\b/gi;
/** Stands for them in `unsettled`: "we no longer go back to paper" denies it, "no longer the old supplier" does not. */
const WORDS_OF_GOING_BACK = ' • ';
/** What makes it something that did not happen, or may. */
const unsettled =
  /\b(?:not|never|nobody|no one|neither|nor|without|hardly|refus\w*|declin\w*|against|if|unless|whether|would|could|should|might|may|maybe|perhaps|propos\w*|suggest\w*|consider\w*|discuss\w*|ask(?:s|ed|ing)?|want(?:s|ed|ing)?|wish\w*|hop(?:e|es|ed|ing)|fear\w*|threaten\w*|warn\w*|plan(?:s|ned|ning)?|think\w*|ready to|no(?! longer\b))\b|\bno longer\W*•|n['’]t\b|\?/i;
/** The month, which is no "may": not where a sentence begins. */
const inMay = /(?<=[^.!?\s]\s+)May\b/g;

/**
 * Whether a sentence says that a decision was taken back: it has words of going back, denies and supposes nothing, and
 * speaks of something that the decision speaks of. English only: in other languages metadata has to say it.
 *
 * @param sentences what the quote touches, whole: a quote can leave out the "not" before it
 * @param about texts of the decision and of its options
 */
export function saysTakenBack(sentences: string, about: readonly string[]): boolean {
  if (!goesBack(sentences)) return false;
  const words = new Set(about.flatMap((text) => [...contentWordsOf(text)]));
  return [...contentWordsOf(sentences.replace(goingBack, ' '))].some((word) => words.has(word));
}

/** Whether a sentence has words of going back, and denies and supposes nothing; of what it speaks, it need not say. */
export function goesBack(sentences: string): boolean {
  const rest = sentences.replace(goingBack, WORDS_OF_GOING_BACK);
  return rest !== sentences && !unsettled.test(rest.replace(inMay, ' '));
}

/** "The party is no longer on the meadow": a decision that says so takes one back, a note may speak of anything. */
const over = /\b(?:is|are|will be) no longer (?:on|at|in|with)\b/i;

/** Whether a sentence says that something is not where it was, and denies and supposes nothing. */
export function isOver(sentence: string): boolean {
  const rest = sentence.replace(over, WORDS_OF_GOING_BACK);
  return rest !== sentence && !unsettled.test(rest.replace(inMay, ' '));
}
