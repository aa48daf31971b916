import { ROLES } from '../../features/role.js';
import { type Token, tokensOf } from '../../features/tokens.js';
import { stemOf } from '../../features/word-stem.js';
import { memoizeByText } from '../text/memoize-by-text.js';

/** How much words and pairs of words speak for each of some classes (`ROLES`, for and against): what they add to its log odds. */
export type Lexicon = ReadonlyMap<string, readonly number[]>;

/**
 * The words and signs of a text, the stems of its words, pairs of neighbours, pairs with one between, and how it begins and
 * ends; each once. All numbers are alike.
 */
export function gramsOf(content: string): Set<string> {
  const words = tokensOf(content).map(wordOf);
  const grams = new Set(words);
  words.forEach((word, i) => {
    if (/^\p{L}/u.test(word)) grams.add(`*${stemOf(word)}`);
    const [next, other] = [words[i + 1], words[i + 2]];
    if (next !== undefined) grams.add(`${word} ${next}`);
    if (other !== undefined) grams.add(`${word} _ ${other}`);
  });
  const [first, second] = words;
  if (first !== undefined) {
    grams.add(`^ ${first}`);
    grams.add(`^ ${first} ${second ?? '$'}`);
    grams.add(`${words.at(-1) ?? first} $`);
  }
  return grams;
}

const readers = new WeakMap<Lexicon, (content: string) => readonly number[]>();

/** What a text's words say of its role, a number for each of `ROLES`; long texts weigh by the root of what is known. */
export function lexiconSignals(lexicon: Lexicon, content: string): readonly number[] {
  return read(lexicon, content, ROLES.length);
}

/** Whether a text speaks for what it is about (above 0) or against it, by a lexicon of one class. */
export function favourOf(lexicon: Lexicon, content: string): number {
  return read(lexicon, content, 1)[0] ?? 0;
}

function read(lexicon: Lexicon, content: string, classes: number): readonly number[] {
  const reader = readers.get(lexicon) ?? memoizeByText((text) => sumsOf(lexicon, text, classes));
  readers.set(lexicon, reader);
  return reader(content);
}

function sumsOf(lexicon: Lexicon, content: string, classes: number): readonly number[] {
  const sums = new Array<number>(classes).fill(0);
  let known = 0;
  for (const gram of gramsOf(content)) {
    const weights = lexicon.get(gram);
    if (weights === undefined) continue;
    known++;
    weights.forEach((weight, i) => (sums[i] = (sums[i] ?? 0) + weight));
  }
  return sums.map((sum) => sum / Math.sqrt(known + 1));
}

/** @param grams each with a weight for each class, in tenths */
export function lexiconOf(grams: Readonly<Record<string, readonly number[]>>): Lexicon {
  return new Map(Object.entries(grams).map(([gram, weights]) => [gram, weights.map((weight) => weight / 10)]));
}

function wordOf({ lower }: Token): string {
  return /^\p{N}/u.test(lower) ? '#' : lower;
}
