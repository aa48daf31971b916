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

/** @param normal a text in its normal form, to which the offsets refer */
export function tokensOf(normal: string): Token[] {
  return Array.from(normal.matchAll(token), ({ 0: text, 1: number, 2: word, index }) => ({
    kind: number === undefined ? (word === undefined ? 'sign' : 'word') : 'number',
    text: word === undefined ? text : folded(lowerCase(text)),
    start: index,
    end: index + text.length,
  }));
}
