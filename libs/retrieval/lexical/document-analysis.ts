import { analyze } from './analyzer.js';
import { type Passage, passagesOf } from './passages.js';
import { termHash } from './term-hash.js';
import { dateWords } from './date-words.js';

/** The parts of a memory that retrieval reads. */
export interface DocumentText {
  readonly content: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface AnalyzedPassage extends Passage {
  /** Distinct signed 32-bit term ids. */
  readonly terms: Int32Array;
}

/** How much `analyzeDocument` reads: the labels of a short content may be many times as long. */
export function charactersOf({ content, tags, metadata }: DocumentText): number {
  return content.length + labelText(tags, metadata).length;
}

/** Passages of a memory with their terms. Takes about 20 ms for 10,000 characters: only TextWorkers may call it on those. */
export function analyzeDocument(document: DocumentText): AnalyzedPassage[] {
  const labels = analyze(labelText(document.tags, document.metadata));
  return passagesOf(document.content).map((passage) => ({
    ...passage,
    terms: termIds([...analyze(document.content.slice(passage.start, passage.end)), ...labels]),
  }));
}

function termIds(terms: readonly string[]): Int32Array {
  return Int32Array.from(new Set(terms.map(termHash)));
}

const MAX_VALUE = 64;
const MAX_VALUES = 50;

/** What a memory's terms are taken from beside its content, for every passage: tags, date words, short metadata strings such as a speaker. */
export function labelText(tags: readonly string[], metadata: Readonly<Record<string, unknown>>): string {
  const { occurredAt, ...rest } = metadata;
  const values = Object.values(rest).filter(
    (value): value is string => typeof value === 'string' && value.length <= MAX_VALUE,
  );
  return [...tags, dateWords(occurredAt), ...values.slice(0, MAX_VALUES)].join('\n');
}
