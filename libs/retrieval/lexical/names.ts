import { wordsOf } from './analyzer.js';

/** In the place of a name that was found; no word consists of it. */
const TAKEN = ' | ';

/**
 * Those names all of whose words stand in the text one behind the other, in any case; "Ann's" names Ann, and
 * "Ann Lee" does not where there is an Ann Lee.
 * @returns for each person that is named, all spellings of the name
 */
export function namedIn(text: string, names: Iterable<string>): string[][] {
  const spellings = new Map<string, string[]>();
  for (const name of names) {
    const words = spaced(name);
    if (words.trim() !== '') spellings.set(words, [...(spellings.get(words) ?? []), name]);
  }
  let rest = spaced(text);
  const longestFirst = [...spellings].sort(([a], [b]) => b.length - a.length);
  return longestFirst.flatMap(([words, spelled]) => {
    if (!rest.includes(words)) return [];
    // What a longer name consists of names nobody else.
    while (rest.includes(words)) rest = rest.replace(words, TAKEN);
    return [spelled];
  });
}

/** From what stands before the blanks on: looking back from each letter and blank took the square of many blanks. */
const written = /[^.!?…\s]\s+(?=(\p{Lu}[\p{L}\p{M}']*))/gu;

/** The words, in lower case, that begin with a capital letter though no sentence begins there. */
export function namesWrittenIn(text: string): Set<string> {
  const names = text.normalize('NFKC').replaceAll('’', "'").matchAll(written);
  return new Set(Array.from(names, ([, name = '']) => name.toLowerCase()));
}

function spaced(text: string): string {
  return ` ${wordsOf(text)
    .map((word) => word.replace(/'s?$/, ''))
    .join(' ')} `;
}
