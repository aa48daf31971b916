import { wordSet } from '../../features/word-set.js';

/** Before an alternative: how it was taken ("ordered tea", "taking the bus"). */
const taking = wordSet(
  'the a an my our had have having ordered ordering order got get getting took take taking made make making bought buy buying went go going used use using drank drink drinking ate eat eating did do doing just again more some for with by to',
);
/** Behind an alternative: when, where and with whom ("coffee this morning", "the bus to work"). */
const circumstances = wordSet(
  'at in on for with from to by into this that again today tonight yesterday tomorrow when after before during because while',
);

/** What is chosen between, without how, when and where; an alternative that is nothing else stays as it is. */
function alternativeIn(phrase: string): string {
  const words = phrase.split(' ');
  const from = words.findIndex((word) => !taking.has(word.toLowerCase()));
  const thing = words.slice(Math.max(0, from));
  const to = thing.findIndex((word, at) => at > 0 && circumstances.has(word.toLowerCase()));
  return (to < 0 ? thing : thing.slice(0, to)).join(' ');
}

/** Both alternatives of a choice; as they were reported where they differ only in their circumstances ("the train to Rome"). */
export function alternativesOf({ chosen, instead }: { chosen: string; instead: string }): [string, string] {
  const alternatives: [string, string] = [alternativeIn(chosen), alternativeIn(instead)];
  return alternatives[0].toLowerCase() === alternatives[1].toLowerCase() ? [chosen, instead] : alternatives;
}
