/** Scripts without blanks between words; Korean, whose particles stick to them, and Ethiopic, whose letters are syllables. */
const unspaced =
  'ー\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\p{Script=Ethiopic}';
const unspacedRun = new RegExp(`[${unspaced}]+`, 'gu');
const anyUnspaced = new RegExp(`[${unspaced}]`, 'u');
const ideograph = /\p{Script=Han}/gu;
/** Words of other scripts than Latin take endings, articles and prefixes for which there is no stemmer here. */
const inflected = /^(?=.*[\p{L}])[\p{L}\p{M}]+$/u;
const latin = /[\p{Script=Latin}\d]/u;
const TRIGRAM = 3;

export function isUnspaced(text: string): boolean {
  return anyUnspaced.test(text);
}

/** The pairs of neighbouring characters in each stretch of scripts without blanks. */
export function characterPairs(text: string): string[] {
  return Array.from(text.matchAll(unspacedRun)).flatMap(([run]) => {
    const characters = [...run];
    return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
  });
}

/** Single ideographs, each of which may be asked for as a word. */
export function ideographs(text: string): string[] {
  return text.match(ideograph) ?? [];
}

/** Every three neighbouring characters of a word in a script that is neither Latin nor without blanks; empty for others. */
export function trigrams(word: string): string[] {
  if (!inflected.test(word) || latin.test(word) || isUnspaced(word)) return [];
  const characters = [...word];
  if (characters.length <= TRIGRAM) return [];
  return characters.slice(TRIGRAM - 1).map((_, i) => characters.slice(i, i + TRIGRAM).join(''));
}
