import { normalised } from '../../features/entities.js';
import { tokensOf } from '../../features/tokens.js';
import type { ChainField } from './chain-field.js';
import { stemOf } from '../../features/word-stem.js';

/**
 * Which words of a topic say what it is about, beside the names that it gives, in their order: "CRM" of "Quokka CRM". A word
 * is a name where most memories that hold it hold it in one; it has to be spelt as they spell it.
 */
export function subjectOf({
  input,
  topicTerms,
  words,
  entities,
}: Pick<ChainField, 'input' | 'topicTerms' | 'words' | 'entities'>): boolean[] {
  return [...topicTerms].map((term, i) => {
    const name = nameStem(input.topic.words[i]?.word ?? term);
    const holders = words.holdersOf(term);
    const naming = holders.filter((place) => named(entities.held(place)).has(name));
    return naming.length * 2 <= holders.length;
  });
}

const known = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Stems of the words of names. */
function named(entities: ReadonlySet<string>): ReadonlySet<string> {
  const before = known.get(entities);
  if (before) return before;
  const stems = new Set([...entities].flatMap(tokensOf).map(({ text }) => nameStem(text)));
  known.set(entities, stems);
  return stems;
}

/** Names are compared without their accents. */
function nameStem(word: string): string {
  return stemOf(normalised(word));
}
