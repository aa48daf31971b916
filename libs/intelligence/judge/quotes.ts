/** Shorter ones stand in too many texts. Scripts without spaces say as much in fewer characters. */
const MIN_CHARACTERS = 12;
const MIN_DENSE = 4;
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\s\p{P}\p{N}]+$/u;

/** Models write other quotation marks, dashes and spaces than the text that they copy. Nothing else is forgiven. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Whether these words stand in the text, as they are and whole: no word of the text is cut. */
export function isVerbatim(quote: string, text: string): boolean {
  return placeOf(quote, text) !== undefined;
}

/** The part of the text that the quote is in, up to the ends of the sentences that it touches; undefined if it is not in it. */
export function sentencesAround(quote: string, text: string): string | undefined {
  const at = placeOf(quote, text);
  if (at === undefined) return undefined;
  const [whole, words] = [plain(text), plain(quote)];
  const before = whole.slice(0, at);
  const start = Math.max(...['. ', '! ', '? ', '; '].map((end) => before.lastIndexOf(end))) + 1;
  const rest = /[.!?;](?= |$)/.exec(whole.slice(at + words.length - 1));
  const end = rest === null ? whole.length : at + words.length - 1 + rest.index + 1;
  return whole.slice(start, end).trim();
}

function placeOf(quote: string, text: string): number | undefined {
  const [whole, words] = [plain(text), plain(quote)];
  if (words === '' || (words !== whole && words.length < (dense.test(words) ? MIN_DENSE : MIN_CHARACTERS))) {
    return undefined;
  }
  for (let at = whole.indexOf(words); at >= 0; at = whole.indexOf(words, at + 1)) {
    if (isWhole(whole, at, words)) return at;
  }
  return undefined;
}

function isWhole(text: string, at: number, words: string): boolean {
  if (dense.test(words)) return true;
  const isCut = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && /[\p{L}\p{N}]/u.test(a) && /[\p{L}\p{N}]/u.test(b);
  return !isCut(text[at - 1], words[0]) && !isCut(words.at(-1), text[at + words.length]);
}
