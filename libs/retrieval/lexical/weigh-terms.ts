import type { QueryTerm, TermFrequencies } from './query-term.js';
import type { QueryWord } from './query-words.js';

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
/** Where there are memories of the date, a word that none of the tenant has must not make them less than others. */
const UNKNOWN_BESIDE_DATE = 0.1;
/** Shares of a date that is rather meant than another. */
const LIKELY_DATE = 0.6;

/**
 * `weight = certainty·qtf·idf`, `idf = ln(1 + (N − df + .5)/(df + .5))`, to nine decimals. A date weighs as one word does
 * that all memories of that date hold; one that no memory is of tells none from another.
 */
export function weighTerms(words: readonly QueryWord[], statistics: TermFrequencies): QueryTerm[] {
  const ofDate = dateWeight(words, statistics);
  const [first] = words.filter(({ role }) => role === 'date');
  return words.flatMap((word) => {
    if (word.role !== 'date') return weighWord(word, statistics, ofDate.isHeld);
    const { term, certainty } = word;
    const frequency = frequencyOf(word, statistics);
    const asked = word === first ? ofDate.weight : 0;
    if (!ofDate.isHeld) return word === first ? [{ term, frequency, weight: 0, counted: 0, asked }] : [];
    return [{ term, frequency, weight: exact(certainty * ofDate.weight), counted: asked, asked }];
  });
}

function weighWord(word: QueryWord, statistics: TermFrequencies, besideDate: boolean): QueryTerm[] {
  const { term, count, certainty, likeness } = word;
  const frequency = frequencyOf(word, statistics);
  const whole = count * idf(frequency, statistics.points);
  const isUnknown = besideDate && frequency === 0;
  const weight = exact((isUnknown ? UNKNOWN_BESIDE_DATE : 1) * certainty * whole);
  if (isUnknown) return [{ term, frequency, weight, asked: exact(certainty * whole) }];
  return [
    { term, frequency, weight, ...(likeness === undefined ? {} : { asked: weight + exact(whole * (1 - likeness)) }) },
  ];
}

function dateWeight(words: readonly QueryWord[], statistics: TermFrequencies): { weight: number; isHeld: boolean } {
  const dated = words.filter(({ role }) => role === 'date');
  const likely = dated.filter(({ certainty }) => certainty >= LIKELY_DATE);
  const held = (some: readonly QueryWord[]): number =>
    some.reduce((sum, word) => sum + frequencyOf(word, statistics), 0);
  const frequency = Math.min(statistics.points, held(likely) > 0 ? held(likely) : held(dated));
  return { weight: exact(idf(frequency, statistics.points)), isHeld: frequency > 0 };
}

function frequencyOf({ term }: QueryWord, { frequencies, points }: TermFrequencies): number {
  return Math.min(frequencies.get(term) ?? 0, points);
}

function idf(frequency: number, points: number): number {
  return Math.log(1 + (points - frequency + 0.5) / (frequency + 0.5));
}

function exact(weight: number): number {
  return Math.round(weight * WEIGHT_STEPS) / WEIGHT_STEPS;
}
