import { stemOf } from './content-words.js';
import type { Overlap } from './overlap.js';

/** Of a `ChainField`. */
interface Known {
  readonly topicTerms: ReadonlySet<string>;
  readonly words: Overlap;
  readonly entities: Overlap;
}

/**
 * Which words of a topic say what it is about, beside the names that it gives, in their order: "CRM" of "Quokka CRM". A word
 * is a name where most memories that hold it hold it in one.
 */
export function subjectOf({ topicTerms, words, entities }: Known): boolean[] {
  return [...topicTerms].map((term) => {
    const holders = words.holdersOf(term);
    const naming = holders.filter((place) => named(entities.held(place)).has(term));
    return naming.length * 2 <= holders.length;
  });
}

const known = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Stems of the words of names. */
function named(entities: ReadonlySet<string>): ReadonlySet<string> {
  const before = known.get(entities);
  if (before) return before;
  const stems = new Set([...entities].flatMap((entity) => entity.split(/[^\p{L}\p{M}\p{N}]+/u).map(stemOf)));
  known.set(entities, stems);
  return stems;
}
