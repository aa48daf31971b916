import type { QueryTerm, TermFrequencies } from './query-term.js';
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
  /** It is no common English word, or it is written as a name. */
  readonly mayBeSlip: boolean;
  /** As `AnalyzedWord.role`. */
  readonly role: AnalyzedWord['role'];
  /** Of a part: the term of its compound. */
  readonly of?: number;
}

/** The words to look for; none for a query of stop words or punctuation. */
export function queryWords(query: string): QueryWord[] {
  const found = new Map<number, QueryWord>();
  const names = namesWrittenIn(query);
  for (const { word, term, role, of } of analyzeWords(query)) {
    const id = termHash(term);
    const first = found.get(id) ?? {
      word,
      term: id,
      count: 0,
      certainty: 1,
      mayBeSlip: role !== 'part' && (!knownWords.has(word) || names.has(word)),
      role,
      ...(of === undefined ? {} : { of: termHash(of) }),
    };
    found.set(id, { ...first, count: first.count + 1 });
  }
  return [...found.values()];
}

/** Of the parts of a compound that the tenant has: they find what resembles it, behind what holds it. */
const PART_CERTAINTY = 0.3;

/**
 * The words without what only dilutes their coverage: a compound that no memory of the tenant holds is looked for by its
 * parts alone, and of one that some hold the parts count little.
 */
export function withoutIdleParts(
  words: readonly QueryWord[],
  frequencies: ReadonlyMap<number, number>,
): readonly QueryWord[] {
  const isHeld = ({ term }: Pick<QueryWord, 'term'>): boolean => (frequencies.get(term) ?? 0) > 0;
  const heldCompounds = new Set(
    words.filter((word) => word.role === 'compound' && isHeld(word)).map(({ term }) => term),
  );
  const kept = words.flatMap((word) => {
    if (word.role === 'compound') return isHeld(word) ? [word] : [];
    if (word.of === undefined || !heldCompounds.has(word.of)) return [word];
    return isHeld(word) ? [{ ...word, certainty: word.certainty * PART_CERTAINTY }] : [];
  });
  return kept.length === 0 ? words : kept;
}

/** Sums of such weights are exact, in any order that an index adds them: the same coverage from each. */
const WEIGHT_STEPS = 2 ** 30;

/** `weight = certainty·qtf·idf`, `idf = ln(1 + (N − df + .5)/(df + .5))`, to nine decimals. */
export function weighTerms(words: readonly QueryWord[], statistics: TermFrequencies): QueryTerm[] {
  return words.map(({ term, count, certainty }) => {
    const frequency = Math.min(statistics.frequencies.get(term) ?? 0, statistics.points);
    const idf = Math.log(1 + (statistics.points - frequency + 0.5) / (frequency + 0.5));
    return { term, frequency, weight: Math.round(certainty * count * idf * WEIGHT_STEPS) / WEIGHT_STEPS };
  });
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
