import { contentWordsOf } from './content-words.js';
import { withoutLabel } from './sentences.js';

/** Of each option the words that distinguish it from the others. */
export function ownWords(options: readonly string[]): ReadonlySet<string>[] {
  const all = options.map((option) => contentWordsOf(withoutLabel(option)));
  return all.map(
    (words, i) => new Set([...words].filter((word) => !all.some((other, j) => j !== i && other.has(word)))),
  );
}
