const SENTENCE_END = /(?<=[.?!;])['"]?\s+/u;
const WORD = /\d[\d.,:]*|\p{L}+(?:'[a-z]+)?/gu;
const WEEKDAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const MONTH = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
/** Day and time of a calendar entry, in any of the orders that the texts use. */
const DATE = new RegExp(
  `(?:${WEEKDAY} )?(?:the )?\\d{1,2}(?:st|nd|rd|th)? ${MONTH}(?: \\d{4})?|${WEEKDAY}(?: the)? \\d{1,2}(?:st|nd|rd|th)?|${WEEKDAY}`,
  'gu',
);
const TIME = /\b\d{1,2}:\d\d(?: to \d{1,2}:\d\d)?/gu;
const NUMBER_WORDS = new Set(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand`.split(/\s+/),
);

export const NAME = '@';
export const NUMBER = '#';
export const DAY = '<date>';

/** Texts with what differs from one use of a template to the next taken out: case, names, numbers, dates. */
export class MaskedTexts {
  private readonly names: ReadonlySet<string>;

  /** @param texts all of them: a name is a word that stands in mid-sentence with a capital, and nowhere without */
  constructor(texts: readonly string[]) {
    const capital = new Set<string>();
    const small = new Set<string>();
    for (const sentence of texts.flatMap(sentencesOf)) {
      const words = sentence.match(WORD) ?? [];
      for (const [at, word] of words.entries()) {
        if (/^\p{Lu}/u.test(word)) {
          if (at > 0) capital.add(bare(word));
        } else small.add(bare(word));
      }
    }
    this.names = new Set([...capital].filter((word) => word !== 'I' && !small.has(word.toLowerCase())));
  }

  /** Lower-case words, names as `@`, numbers as `#`, a date with its time as `<date>`. */
  words(text: string): string[] {
    const parts = text.replaceAll(TIME, '\u0001').replaceAll(DATE, '\u0001').split('\u0001');
    return parts.flatMap((part, at) => [...(at > 0 ? [DAY] : []), ...this.plainWords(part)]).filter(notRepeatedDate);
  }

  private plainWords(part: string): string[] {
    return (part.match(WORD) ?? []).map((word) => {
      if (/^\d/.test(word) || NUMBER_WORDS.has(word.toLowerCase())) return NUMBER;
      return this.names.has(bare(word)) ? NAME : word.toLowerCase();
    });
  }
}

export function sentencesOf(text: string): string[] {
  return text.split(SENTENCE_END);
}

function bare(word: string): string {
  return word.replace(/'s$/u, '');
}

/** "Tuesday 5 May, 14:00" and "14:00 on 5 May" are one date each. */
function notRepeatedDate(word: string, at: number, words: readonly string[]): boolean {
  if (word !== DAY) return true;
  return words[at - 1] !== DAY && !(words[at - 2] === DAY && ['at', 'on', 'from'].includes(words[at - 1] ?? ''));
}
