import { functionWords } from './function-words.js';
import { genericWords } from './generic-words.js';
import { isWord, type Token } from './tokens.js';

/** So many words of a text are kept: what it is about is said before. */
const MAX_WORDS = 32;
const MIN_LENGTH = 3;
/** Longer ones are addresses, keys and text without blanks. */
const MAX_LENGTH = 24;
/** Between words that do not stand beside each other, and between those that do. */
const BREAK = ';';
const BLANK = ' ';

/**
 * The words of a text that say what it is about, in lower case and in its order; a semicolon where other words or signs
 * stand between: "headache;ibuprofen night shift". One text rather than lists, because a whole tenant is read at once.
 */
export function wordRunsOf(tokens: readonly Token[]): string {
  let runs = '';
  let words = 0;
  let isBeside = false;
  for (const token of tokens) {
    const word = token.lower.replace(/'s?$/, '');
    if (!tells(token, word)) isBeside = false;
    else {
      if (words > 0) runs += isBeside ? BLANK : BREAK;
      runs += word;
      words += 1;
      isBeside = true;
    }
    if (words === MAX_WORDS) break;
  }
  return runs;
}

/** Words that stand beside each other, run by run. */
export function runsIn(runs: string): string[][] {
  return runs === '' ? [] : runs.split(BREAK).map((run) => run.split(BLANK));
}

function tells(token: Token, word: string): boolean {
  const isLong = word.length >= MIN_LENGTH && word.length <= MAX_LENGTH;
  return isLong && isWord(token) && !isGeneric(token.lower) && !isGeneric(word);
}

/** Whether a word, in lower case, says nothing of what a text is about. */
export function isGeneric(word: string): boolean {
  return genericWords.has(word) || functionWords.has(word);
}
