import { CUE_PHRASES } from './cue-phrases.js';
import { FEELING_PHRASES, MANNER_PHRASES } from './tone-phrases.js';
import type { Manner, RoleCues } from './memory-features.js';
import { PhraseBook } from './phrase-book.js';
import { forEachRole, type Role } from './role.js';
import { isWord, type Token } from './tokens.js';

const cues = new PhraseBook(CUE_PHRASES);
const manners = new PhraseBook(MANNER_PHRASES);
const feelings = new PhraseBook(FEELING_PHRASES);

const negations = new Set(
  "not no never nobody nothing neither nor without can't cannot won't don't doesn't didn't isn't wasn't haven't hasn't couldn't hardly".split(
    ' ',
  ),
);
/** Roles that claim something happened: a question or an "if" takes the claim back. */
const claims: readonly Role[] = ['decision', 'action', 'outcome', 'reversal'];
const DOUBTED = 0.4;

/** Cue phrases by role, a sentence at a time: in one that asks or supposes, claims count for less. */
export function roleCuesOf(tokens: readonly Token[]): RoleCues {
  const sums = forEachRole(() => 0);
  for (const sentence of sentencesOf(tokens)) {
    const doubt = isDoubtful(sentence) ? DOUBTED : 1;
    for (const [role, count] of cues.count(sentence)) {
      sums[role as Role] += claims.includes(role as Role) ? count * doubt : count;
    }
  }
  return sums;
}

/** The first cue phrase of a role, as the text has it; signs alone are none. */
export function firstCue(tokens: readonly Token[], role: string): string | undefined {
  return cues.first(tokens, role, (phrase) => /\p{L}/u.test(phrase));
}

export function mannerOf(tokens: readonly Token[]): Manner {
  const counts = manners.count(tokens);
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    question: of('question'),
    hypothetical: of('hypothetical'),
    negation: of('negation'),
    past: of('past') + tokens.filter(({ lower }) => /^\p{L}{3,}ed$/u.test(lower)).length,
    future: of('future'),
    number: tokens.filter(({ lower }) => /^\p{N}/u.test(lower)).length,
    money: of('money'),
    comparison: of('comparison'),
    elapsed: of('elapsed'),
    speaker: of('speaker'),
    words: tokens.filter(isWord).length,
  };
}

/** Polarity (−1 against … 1 for) and valence (feeling bad, neither, good). */
export function feelingOf(tokens: readonly Token[]): { readonly polarity: number; readonly valence: -1 | 0 | 1 } {
  const sums = { for: 0, against: 0, good: 0, bad: 0 };
  for (const clause of clausesOf(tokens)) {
    const counts = feelings.count(clause);
    const denied = clause.some(({ lower }) => negations.has(lower));
    const of = (name: string) => counts.get(name) ?? 0;
    sums.for += denied ? of('against') / 2 : of('for');
    sums.against += denied ? of('for') + of('against') / 2 : of('against');
    sums.good += denied ? of('bad') / 2 : of('good');
    sums.bad += denied ? of('good') / 2 + of('bad') / 2 : of('bad');
  }
  const lean = sums.for - sums.against;
  const mood = sums.good - sums.bad;
  const polarity = Math.round((lean / (sums.for + sums.against + 1)) * 1_000) / 1_000;
  return { polarity, valence: mood >= 1 ? 1 : mood <= -1 ? -1 : 0 };
}

function isDoubtful(sentence: readonly Token[]): boolean {
  return sentence.some(({ lower }) => lower === '?' || lower === 'if' || lower === 'maybe' || lower === 'perhaps');
}

function sentencesOf(tokens: readonly Token[]): Token[][] {
  return split(tokens, /^[?!.]$/, true);
}

export function clausesOf(tokens: readonly Token[]): Token[][] {
  return split(tokens, /^(?:[?!.;:,—–()]|but|and|though|although|whereas|however)$/, false);
}

/** @param keep whether the sign that ends a part belongs to it */
function split(tokens: readonly Token[], end: RegExp, keep: boolean): Token[][] {
  const parts: Token[][] = [];
  let part: Token[] = [];
  for (const token of tokens) {
    const ends = end.test(token.lower);
    if (!ends || keep) part.push(token);
    if (ends && part.length > 0) {
      parts.push(part);
      part = [];
    }
  }
  return part.length > 0 ? [...parts, part] : parts;
}
