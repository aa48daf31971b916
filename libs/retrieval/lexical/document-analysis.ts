import { type Day, dateOf, dayAt } from '../dates/calendar.js';
import { termsOfDate } from '../dates/date-terms.js';
import { headDay, writtenDatesIn } from '../dates/dates-in.js';
import { normalForm } from '../text/folding.js';
import { analyze } from './analyzer.js';
import { type Passage, passagesOf } from './passages.js';
import { termHash } from './term-hash.js';
import { dateWords } from './date-words.js';

/** The parts of a memory that retrieval reads. */
export interface DocumentText {
  readonly content: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The day of `metadata.occurredAt`, as it is written there: `2026-03-18`. */
  readonly statedDay?: string | undefined;
  readonly createdAt: Date;
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
  const { content, tags, metadata, statedDay } = document;
  const labels = [...analyze(labelText(tags, metadata, statedDay)), ...termsOfDate(dateOf(eventDayOf(document)))];
  return passagesOf(content).map((passage) => {
    const text = content.slice(passage.start, passage.end);
    return { ...passage, terms: termIds([...analyze(text), ...datesOf(text), ...labels]) };
  });
}

/** When what it tells of happened: as stated, else the date at the head of the text, as in a log, else when it was stored. */
function eventDayOf({ content, statedDay, createdAt }: DocumentText): Day {
  if (statedDay !== undefined) return dayAt(new Date(statedDay));
  return headDay(normalForm(content.slice(0, HEAD))) ?? dayAt(createdAt);
}

/** Terms of the dates that a text names. */
function datesOf(text: string): string[] {
  return mayNameDate.test(text) ? writtenDatesIn(normalForm(text)).flatMap(termsOfDate) : [];
}

function termIds(terms: readonly string[]): Int32Array {
  return Int32Array.from(new Set(terms.map(termHash)));
}

const HEAD = 64;
const mayNameDate = /\d/;
const MAX_VALUE = 64;
const MAX_VALUES = 50;

/** What a memory's terms are taken from beside its content, for every passage: tags, date words, short metadata strings such as a speaker. */
export function labelText(
  tags: readonly string[],
  metadata: Readonly<Record<string, unknown>>,
  statedDay?: string,
): string {
  const { occurredAt: _, ...rest } = metadata;
  const values = Object.values(rest).filter(
    (value): value is string => typeof value === 'string' && value.length <= MAX_VALUE,
  );
  return [...tags, statedDay === undefined ? '' : dateWords(statedDay), ...values.slice(0, MAX_VALUES)].join('\n');
}
