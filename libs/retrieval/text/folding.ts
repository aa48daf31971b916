/** Letters that no normal form decomposes, and what people type who do not have them on their keyboard. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ŋ: 'n',
  ς: 'σ',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
};
const anyPlain = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');
const combiningMark = /\p{Mn}/gu;
/** Tashkeel, tatweel and niqqud: vowels that are mostly left out. */
const optionalVowels = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|\u0640|[\u064b-\u0652\u0670]/gu;
const invisible = /\p{Cf}|\p{Variation_Selector}/gu;
/** Scripts whose accents are often not typed; in others, such as Cyrillic, a mark makes another letter. */
const optionalAccents = /^[\p{Script=Latin}\p{Script=Greek}\p{Mn}'\d]+$/u;
const ascii = /^\p{ASCII}*$/u;

/** One form for each way to write the same characters: NFKC, straight apostrophes, nothing invisible. Case is kept. */
export function normalForm(text: string): string {
  if (ascii.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[’ʼ‘´]/gu, "'");
}

/** In lower case, without the dot that Turkish İ leaves above an i. */
export function lowerCase(text: string): string {
  return text.toLowerCase().replaceAll('i\u0307', 'i');
}

/** A word in lower case as people type it who leave out accents, vowel signs and letters of other keyboards. */
export function folded(word: string): string {
  if (ascii.test(word)) return word;
  const letters = optionalAccents.test(word)
    ? word.normalize('NFD').replace(combiningMark, '')
    : word.replace(optionalVowels, '');
  return letters.replace(anyPlain, (letter) => plainLetters[letter] ?? letter);
}
