/** Shorter words have too many neighbours for a likeness to mean something. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 24;
const alphabets: readonly (readonly [script: RegExp, letters: string])[] = [
  [/^[a-z]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^[а-яґєіїёў]+$/, 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяыэъёў'],
];

/**
 * All words that one slip of a finger makes of a word in lower case: a letter left out, put in, replaced, or two
 * neighbours swapped. About 50 for each of its letters; none for words too short or of a script without an alphabet here.
 */
export function nearSpellings(word: string): string[] {
  const letters = alphabets.find(([script]) => script.test(word))?.[1];
  if (letters === undefined || word.length < MIN_LETTERS || word.length > MAX_LETTERS) return [];
  const near = new Set<string>();
  for (let i = 0; i <= word.length; i++) {
    const [head, here, next, tail] = [word.slice(0, i), word.charAt(i), word.charAt(i + 1), word.slice(i + 1)];
    for (const letter of letters) {
      near.add(`${head}${letter}${here}${tail}`);
      if (here !== '') near.add(`${head}${letter}${tail}`);
    }
    if (here !== '') near.add(`${head}${tail}`);
    if (next !== '') near.add(`${head}${next}${here}${word.slice(i + 2)}`);
  }
  near.delete(word);
  return [...near];
}
