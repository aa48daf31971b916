import { ROLES } from '../features/role.js';
import { type Token, tokensOf } from '../features/tokens.js';
import { remembered } from './remembered.js';

/** How much words and pairs of words speak for each of `ROLES`: logarithms of how much likelier they make it. */
export type Lexicon = ReadonlyMap<string, readonly number[]>;

/** The words, signs and pairs of neighbours of a text, each once; all numbers are alike. */
export function gramsOf(content: string): Set<string> {
  const words = tokensOf(content).map(wordOf);
  const grams = new Set(words);
  words.forEach((word, i) => {
    const next = words[i + 1];
    if (next !== undefined) grams.add(`${word} ${next}`);
  });
  return grams;
}

const readers = new WeakMap<Lexicon, (content: string) => readonly number[]>();

/** What a text's words say of its role, a number for each of `ROLES`; long texts weigh by the root of what is known. */
export function lexiconSignals(lexicon: Lexicon, content: string): readonly number[] {
  const read = readers.get(lexicon) ?? remembered((text) => signalsOf(lexicon, text));
  readers.set(lexicon, read);
  return read(content);
}

function signalsOf(lexicon: Lexicon, content: string): readonly number[] {
  const sums = ROLES.map(() => 0);
  let known = 0;
  for (const gram of gramsOf(content)) {
    const weights = lexicon.get(gram);
    if (weights === undefined) continue;
    known++;
    weights.forEach((weight, role) => (sums[role] = (sums[role] ?? 0) + weight));
  }
  return sums.map((sum) => sum / Math.sqrt(known + 1));
}

/** Grams between bars: each, a tab, and its weights in tenths. */
export function parseLexicon(text: string): Lexicon {
  const entries = text.split('|').map((line): [string, number[]] => {
    const [gram = '', weights = ''] = line.split('\t');
    return [gram, weights.split(' ').map((weight) => Number(weight) / 10)];
  });
  return new Map(entries);
}

function wordOf({ lower }: Token): string {
  return /^\p{N}/u.test(lower) ? '#' : lower;
}
