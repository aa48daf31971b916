/**
 * Characters that change how a text looks without being seen: control characters, and those that turn the direction of
 * writing. Joiners of emoji and of scripts, tabs and line breaks are what they are elsewhere.
 */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

/** A piece of a text. An invisible character is a piece of its own, by its code point. */
export interface Piece {
  readonly text: string;
  readonly isInvisible: boolean;
  readonly isMarked: boolean;
}

/** Part of a text, in Unicode code points, `end` exclusive: as the API gives it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The pieces of a text, in order, with what the marks cover apart from the rest. */
export function piecesOf(text: string, marks: readonly Span[] = []): Piece[] {
  const pieces: Piece[] = [];
  let run = '';
  let isMarked = false;
  const endRun = (): void => {
    if (run !== '') pieces.push({ text: run, isInvisible: false, isMarked });
    run = '';
  };
  [...text].forEach((character, i) => {
    const marked = marks.some(({ start, end }) => i >= start && i < end);
    const invisible = INVISIBLE.test(character);
    if (marked !== isMarked || invisible) endRun();
    isMarked = marked;
    if (invisible) pieces.push({ text: nameOf(character), isInvisible: true, isMarked });
    else run += character;
  });
  endRun();
  return pieces;
}

/** The text with every invisible character by its name, for places that hold no markup, such as titles. */
export function visible(text: string): string {
  return piecesOf(text)
    .map(({ text: shown, isInvisible }) => (isInvisible ? `[${shown}]` : shown))
    .join('');
}

/** What is shown of a text that has only blanks and line breaks. */
export const BLANK = '(blank)';

export function isBlank(text: string): boolean {
  return visible(text).trim() === '';
}

/** The beginning of a text, to name what has it in places that hold no markup. */
export function titleOf(text: string): string {
  return isBlank(text) ? BLANK : visible(text.slice(0, 60));
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** An excerpt of a text, and the marks in it. */
export interface Excerpt {
  readonly text: string;
  readonly marks: readonly Span[];
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * At most `length` code points of a text, around the first mark.
 * @param marks in the order of the text
 */
export function excerptOf(text: string, length: number, marks: readonly Span[] = []): Excerpt {
  const characters = [...text];
  if (characters.length <= length) return { text, marks, isCutBefore: false, isCutAfter: false };
  const first = marks[0]?.start ?? 0;
  // A third before the mark is enough to see what it is about.
  const start = Math.max(0, Math.min(first - Math.floor(length / 3), characters.length - length));
  const end = start + length;
  return {
    text: characters.slice(start, end).join(''),
    marks: marks
      .filter((mark) => mark.end > start && mark.start < end)
      .map((mark) => ({ start: mark.start - start, end: mark.end - start })),
    isCutBefore: start > 0,
    isCutAfter: end < characters.length,
  };
}
