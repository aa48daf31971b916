import { stem } from 'porter2';
import { characterPairs, ideographs, isUnspaced, trigrams } from '../text/character-runs.js';
import { emojiIn } from '../text/emoji.js';
import { folded, lowerCase, normalForm } from '../text/folding.js';
import { hyphenatedWords, identifierParts } from '../text/identifier-parts.js';
import { clockTimes, type Joined, joinedDigits, numberForms } from '../text/number-forms.js';
import { stopWords } from './stop-words.js';

const words = new Intl.Segmenter('en', { granularity: 'word' });
const latinWord = /^[a-z']+$/;
const numeric = /^\p{Nd}[\p{Nd}.,']*$/u;

const ascii = /^\p{ASCII}*$/u;
/** The words that Intl.Segmenter finds in ASCII text, in a thirtieth of its time: of embedding and terms it took a fifth. */
const asciiWord =
  /(?!_(?![A-Za-z0-9_]))[A-Za-z0-9_]+(?:(?:(?<=[A-Za-z])[:.'](?=[A-Za-z])|(?<=[0-9])[.,;'](?=[0-9]))[A-Za-z0-9_]+)*/g;
/** What makes a text worth a look for words that are joined by hyphens, blanks between digits, or the colon of a time. */
const mayJoin = /[\p{L}\p{N}_][-\u2010\u2011][\p{L}\p{N}_]|\d[ \u00a0\u202f().:-]{1,2}\d/u;

/** A term, and the word or characters in the text that it stands for. */
export interface AnalyzedWord {
  /** In lower case. */
  readonly word: string;
  readonly term: string;
  /**
   * - `word`: stands for itself.
   * - `compound`: an identifier, a long number, a word of a script without blanks: its parts are terms too.
   * - `part`: of the compound `of`.
   */
  readonly role: 'word' | 'compound' | 'part';
  /** The term of the compound that this is a part of. */
  readonly of?: string;
}

/**
 * A document's text to terms, repeats kept: those of `analyzeWords`, and single ideographs, which are looked for as words.
 * About 1 ms for 1,000 characters.
 */
export function analyze(text: string): string[] {
  const terms = analyzeWords(text).map(({ term }) => term);
  return ascii.test(text) ? terms : [...terms, ...ideographs(normalForm(text))];
}

/**
 * A query's text to terms, repeats kept: Unicode words without English stop words; Porter2 stems of Latin words without
 * their accents; identifiers and their parts, numbers in one form; words, pairs and triples of characters of other
 * scripts, since dictionaries cut the same characters differently in another context and words take endings; emoji.
 */
export function analyzeWords(text: string): AnalyzedWord[] {
  const normal = normalForm(text);
  const joined = mayJoin.test(normal) ? joinedIn(normal) : [];
  const found: AnalyzedWord[] = joined.flatMap(({ terms }) => terms.map((term) => compound(term, termOf(term))));
  let next = 0;
  for (const { text: word, start } of segments(normal)) {
    while ((joined[next]?.end ?? Infinity) <= start) next++;
    const around = joined[next];
    found.push(...termsOfWord(word, around !== undefined && start >= around.start ? around.terms[0] : undefined));
  }
  if (ascii.test(normal)) return found;
  if (isUnspaced(normal)) found.push(...pairsIn(lowerCase(normal), new Set(found.map(({ term }) => term))));
  found.push(...emojiIn(text).flatMap(({ whole, parts }) => compoundOf(whole, whole, parts)));
  return found;
}

/** The words of a text in lower case, stop words included. */
export function wordsOf(text: string): string[] {
  return segments(normalForm(text)).map(({ text: word }) => lowerCase(word));
}

/** What a word in lower case is found by. Many people type no accents; in other scripts a mark makes another letter. */
export function termOf(word: string): string {
  const plain = folded(word);
  return latinWord.test(plain) ? stem(plain) : plain;
}

/** @param whole the term of a stretch that this word is a part of */
function termsOfWord(word: string, whole: string | undefined): AnalyzedWord[] {
  const lower = lowerCase(word);
  if (stopWords.has(lower)) return [];
  if (numeric.test(lower)) return numberForms(lower).map((term) => single(lower, term, whole));
  const parts = identifierParts(word);
  if (parts.length > 0) return compoundOf(lower, termOf(parts.join('')), parts.filter(isTelling));
  const pieces = trigrams(folded(lower));
  if (pieces.length > 0) return compoundOf(lower, termOf(lower), pieces);
  const term = termOf(lower);
  return isUnspaced(lower) ? [compound(lower, term)] : [single(lower, term, whole)];
}

/** Whether a part says something by itself. */
function isTelling(part: string): boolean {
  return part.length > 1 && !stopWords.has(part);
}

function compoundOf(word: string, term: string, parts: readonly string[]): AnalyzedWord[] {
  if (parts.length === 0) return [single(word, term, undefined)];
  const apart = parts.map((part) =>
    single(part, numeric.test(part) ? (numberForms(part)[0] ?? part) : termOf(part), term),
  );
  return [compound(word, term), ...apart.filter((part) => part.term !== term)];
}

function compound(word: string, term: string): AnalyzedWord {
  return { word, term, role: 'compound' };
}

function single(word: string, term: string, of: string | undefined): AnalyzedWord {
  return of === undefined ? { word, term, role: 'word' } : { word, term, role: 'part', of };
}

/** Stretches of several words that make one term, in order; of those that overlap the first one, and the longest there. */
function joinedIn(normal: string): Joined[] {
  const all = [...clockTimes(normal), ...joinedDigits(normal), ...hyphenatedWords(normal)];
  const kept: Joined[] = [];
  for (const each of all.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (each.start >= (kept.at(-1)?.end ?? 0)) kept.push(each);
  }
  return kept;
}

interface Segment {
  readonly text: string;
  readonly start: number;
}

function segments(normal: string): Segment[] {
  if (ascii.test(normal))
    return Array.from(normal.matchAll(asciiWord), ({ 0: text, index }) => ({ text, start: index }));
  const found: Segment[] = [];
  for (const { segment, index, isWordLike } of words.segment(normal)) {
    if (isWordLike) found.push({ text: segment, start: index });
  }
  return found;
}

/** A pair that is a term already would count twice. */
function pairsIn(text: string, seen: ReadonlySet<string>): AnalyzedWord[] {
  return characterPairs(text)
    .filter((pair) => !seen.has(pair))
    .map((pair) => single(pair, pair, undefined));
}
