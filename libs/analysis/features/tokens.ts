/** Longer texts are read up to here: what a memory is about is said before, and the time a text takes is bounded. */
export const READ_CHARACTERS = 2_000;

const token = /\p{L}[\p{L}\p{M}'’-]*|\p{N}[\p{N}.,:]*|[?!.;:,%€$£¥—–()"“”]/gu;

/** A word, number or sign, as written and as compared. */
export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
}

/** Words (with apostrophes and hyphens), numbers and signs of the part of a text that is read. */
export function tokensOf(content: string): Token[] {
  return [...content.slice(0, READ_CHARACTERS).matchAll(token)].map((match) => {
    const text = match[0].replace(/[.,:]+$/, '') || match[0];
    return { text, lower: text.toLowerCase().replaceAll('’', "'"), start: match.index };
  });
}

/** Whether the token is a word, in any script. */
export function isWord({ text }: Token): boolean {
  return /^\p{L}/u.test(text);
}
