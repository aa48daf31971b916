import { stemOf } from '../../features/word-stem.js';

const MARKS = /\p{M}/gu;
/** Where a name that is written in one has a seam: nightShift. */
const SEAM = /(\p{Ll})(\p{Lu})/gu;
/** Two words as long as this are one where the longer has an ending of two letters at most: most languages inflect so. */
const MIN_INFLECTED = 5;
const MAX_ENDING = 2;

/** The stems of the words of a name, in their order: night-shift, "Night shifts" and nightShift have the same. */
export function wordsOfName(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(MARKS, '').normalize('NFKC').replaceAll(SEAM, '$1 $2');
  return (
    plain
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.map(stemOf) ?? []
  );
}

/** Whether one of two names says no more than the other: nats, and nats jetstream; bean, and beans gone. */
export function isNestedName(a: string, b: string): boolean {
  const [fewer = [], more = []] = [wordsOfName(a), wordsOfName(b)].sort((x, y) => x.length - y.length);
  if (fewer.length === 0) return false;
  return fewer.every((word) => more.some((other) => isSameWord(word, other))) || fewer.join('') === more.join('');
}

function isSameWord(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short === long) return true;
  return short.length >= MIN_INFLECTED && long.length - short.length <= MAX_ENDING && long.startsWith(short);
}
