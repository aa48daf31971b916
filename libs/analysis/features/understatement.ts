import type { Token } from './tokens.js';
import { wordSet } from './word-set.js';

const determiners = wordSet('the a an my our your his her their this that these those');
/** "Not a bad session", "not my proudest day": these judge, and what follows them is no other thing. */
const judging = wordSet(
  'bad good great easy hard nice terrible awful perfect fun happy sad pretty pleasant lovely brilliant clever wise smart fair proud ideal surprising unusual',
);
/** "Not a big effort"; but "not the big boat" tells one boat from another. */
const measuring = wordSet('big huge small little long short quick simple bright lot single minor major serious real');
const degrees = wordSet(
  'very so too quite really particularly especially terribly overly exactly totally completely entirely truly hugely wildly',
);
const superlatives = wordSet(
  'best worst most least finest greatest biggest smallest hardest proudest nicest smartest brightest cleverest strongest weakest fastest slowest cheapest quickest longest shortest favourite favorite',
);
/** Nouns that only say "none", "not at all" or "it is not so". */
const nothings = wordSet(
  'problem chance word bit moment minute second hour day soul penny cent drop fan hint trace sign thing clue whisper sound peep cloud hope prayer patch scratch surprise disaster failure success coincidence priority joke secret concern worry issue rush hurry deal bother',
);
/** "Not the point", "not the first time". */
const pointing = wordSet('point same case end first last only time way kind sort whole');
const occasions = wordSet('time year month week morning evening night');
const inflected = /.iest$/;

/**
 * Whether what follows a "not" only judges or makes small ("not a bad session", "not a word", "not that good"), so that
 * nothing is named that something else is preferred to.
 * @param from place of the first token behind "not"
 */
export function isUnderstatement(tokens: readonly Token[], from: number): boolean {
  const first = tokens[from];
  if (first === undefined || !determiners.has(first.lower)) return judges(first);
  const [second, third = ''] = [tokens[from + 1], tokens[from + 2]?.lower];
  const word = second?.lower ?? '';
  if (superlatives.has(word) || inflected.test(word)) return true;
  if (first.lower === 'this' || first.lower === 'that')
    return judges(second) || occasions.has(word) || measuring.has(word);
  if (first.lower === 'a' || first.lower === 'an') return judges(second) || measuring.has(word) || nothings.has(word);
  // "Not the bad one" tells one thing from another.
  return (
    (judges(second) && !/^ones?$/.test(third)) ||
    pointing.has(word) ||
    nothings.has(word) ||
    (measuring.has(word) && nothings.has(third))
  );
}

/** Capitals make a name of it: Nice is a town. */
function judges(token: Token | undefined): boolean {
  return token !== undefined && token.text === token.lower && (judging.has(token.lower) || degrees.has(token.lower));
}
