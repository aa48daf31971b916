import { dayAt } from '../dates/calendar.js';
import { wantedTerms } from '../dates/date-terms.js';
import { datesIn, type ReadDate } from '../dates/dates-in.js';
import { askingWords } from '../dates/vocabulary.js';
import { folded, normalForm } from '../text/folding.js';
import { type AnalyzedWord, analyzeWords } from './analyzer.js';
import { namesWrittenIn } from './names.js';
import { termHash } from './term-hash.js';
import { installedRoot } from '@mneme/platform/config';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A distinct term of the query. */
export interface QueryWord {
  /** As the query has it, in lower case; the first of several with the same stem. */
  readonly word: string;
  readonly term: number;
  /** How often it stands in the query (qtf). */
  readonly count: number;
  /** 1, or less for a word that the query does not have, only one much like it. */
  readonly certainty: number;
  /** Of a word that stands in for one that the tenant does not have: how likely the query means it, in [0, 1]. */
  readonly likeness?: number;
  /** And the word that the query has. */
  readonly instead?: string;
  /** It is no common English word, or it is written as a name. */
  readonly mayBeSlip: boolean;
  /** It is written as a name. */
  readonly isName?: boolean;
  /** As `AnalyzedWord.role`; `date`: one of the ways to hold the date that the query asks for. */
  readonly role: AnalyzedWord['role'] | 'date';
  /** Of a part: the term of its compound. */
  readonly of?: number;
}

/** Beside a date, of the words that only ask what happened on it. */
const ASKING_CERTAINTY = 0.1;

/**
 * The words to look for; none for a query of stop words or punctuation. Dates are looked for as dates and not by their
 * words, where `today` says what "yesterday" is relative to.
 */
export function queryWords(query: string, today?: Date): QueryWord[] {
  const normal = normalForm(query);
  const dates = today === undefined ? [] : datesIn(normal, dayAt(today));
  // Emoji are read from the text as it was sent.
  const words = wordsIn(dates.length === 0 ? query : without(normal, dates));
  if (dates.length === 0) return words;
  const telling = words.map((each) => (isAsking(each) ? { ...each, certainty: ASKING_CERTAINTY } : each));
  return [...telling, ...dates.flatMap((date) => dateWordsOf(normal, date))];
}

function wordsIn(text: string): QueryWord[] {
  const found = new Map<number, QueryWord>();
  const names = namesWrittenIn(text);
  for (const { word, term, role, of } of analyzeWords(text)) {
    const id = termHash(term);
    const first = found.get(id) ?? {
      word,
      term: id,
      count: 0,
      certainty: 1,
      mayBeSlip: role !== 'part' && (!knownWords.has(word) || names.has(word)),
      role,
      ...(names.has(word) ? { isName: true } : {}),
      ...(of === undefined ? {} : { of: termHash(of) }),
    };
    found.set(id, { ...first, count: first.count + 1 });
  }
  return [...found.values()];
}

/** Blanks instead of the dates. */
function without(normal: string, dates: readonly ReadDate[]): string {
  return dates.reduce(
    (text, { start, end }) => `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`,
    normal,
  );
}

/** "S'est-il" of nothing else as well. */
function isAsking({ word }: QueryWord): boolean {
  return folded(word)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .every((part) => askingWords.has(part));
}

/** The terms of which a memory holds some that lies within the date; their certainties are their shares. */
function dateWordsOf(normal: string, date: ReadDate): QueryWord[] {
  const word = normal.slice(date.start, date.end);
  return wantedTerms(date).map(({ term, share }) => ({
    word,
    term: termHash(term),
    count: 1,
    certainty: share,
    mayBeSlip: false,
    role: 'date',
  }));
}

/** Shorter ones have no near spellings. */
const word = /^[a-z]{4,}$/;

/**
 * Some 20,000 English words in lower case, many first names among them: those that the built-in model's tokenizer has
 * in one piece. Read once, with this file.
 */
const knownWords: ReadonlySet<string> = new Set(vocabulary().filter((piece) => word.test(piece)));

function vocabulary(): string[] {
  const file = join(installedRoot(), 'models', 'builtin', 'tokenizer.json');
  const { model } = JSON.parse(readFileSync(file, 'utf8')) as { model: { vocab: Record<string, number> } };
  return Object.keys(model.vocab);
}
