import { wordsOf } from './analyzer.js';

/** Those names all of whose words stand in the text one behind the other, in any case; "Ann's" names Ann. */
export function namedIn(text: string, names: Iterable<string>): string[] {
  const phrase = spaced(text);
  return [...names].filter((name) => {
    const wanted = spaced(name);
    return wanted.trim() !== '' && phrase.includes(wanted);
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
