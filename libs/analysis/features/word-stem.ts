import { LRUCache } from 'lru-cache';
import { stem } from 'porter2';

/** Making a stem takes longer than all else that is asked of a word. About 2 MB. */
const stems = new LRUCache<string, string>({ max: 20_000 });
const latin = /^[\p{Script=Latin}']+$/u;

/** What a word in lower case is compared by: its stem where it is in Latin letters, otherwise the word itself. */
export function stemOf(word: string): string {
  const known = stems.get(word) ?? (latin.test(word) ? stem(word) : word);
  stems.set(word, known);
  return known;
}
