import { folded, lowerCase } from '../text/folding.js';

/** A word, a number or a sign of a text. */
export interface Token {
  readonly kind: 'word' | 'number' | 'sign';
  /** Words in lower case without accents. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const token = /([0-9]+)|([\p{L}\p{M}]+)|[^\s]/gu;

/** The tokens of a text in order. */
export class Tokens {
  private readonly list: readonly Token[];

  /** @param normal a text in its normal form, to which the offsets refer */
  constructor(normal: string) {
    this.list = Array.from(normal.matchAll(token), ({ 0: text, 1: number, 2: word, index }) => ({
      kind: number === undefined ? (word === undefined ? 'sign' : 'word') : 'number',
      text: word === undefined ? text : folded(lowerCase(text)),
      start: index,
      end: index + text.length,
    }));
  }

  get length(): number {
    return this.list.length;
  }

  at(place: number): Token | undefined {
    return place < 0 ? undefined : this.list[place];
  }

  /** Empty where there is no token. */
  text(place: number): string {
    return this.at(place)?.text ?? '';
  }

  /** Of the token that begins there. */
  start(place: number): number {
    return this.at(place)?.start ?? 0;
  }

  /** Of the token before a place: where what ends before it ends. */
  endBefore(place: number): number {
    return this.at(place - 1)?.end ?? 0;
  }

  isNumber(place: number): boolean {
    return this.at(place)?.kind === 'number';
  }

  /** A number of one or two digits. */
  small(place: number): number | undefined {
    const text = this.text(place);
    return this.isNumber(place) && text.length <= 2 ? Number(text) : undefined;
  }

  /** Whether nothing stands between it and the token before. */
  isAttached(place: number): boolean {
    return place > 0 && this.at(place)?.start === this.at(place - 1)?.end;
  }

  /** The texts of some tokens without apostrophes and hyphens. */
  phrase(place: number, length: number): string[] {
    return this.list.slice(place, place + length).flatMap(({ text }) => (text === "'" || text === '-' ? [] : text));
  }

  /** The first token that is no sign; as many as there are where there is none. */
  firstTelling(): number {
    const place = this.list.findIndex(({ kind }) => kind !== 'sign');
    return place < 0 ? this.length : place;
  }

  hasAny(texts: ReadonlySet<string>): boolean {
    return this.list.some(({ text }) => texts.has(text));
  }
}
