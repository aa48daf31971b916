import { codePoints, text, type FieldType } from '@mneme/platform/validation';

const MAX_CHARACTERS = 64;
/** No character has more code points than this in any of its spellings: decomposed in full, U+1F82 has these four. */
export const MAX_SPELLING = 4;

/** The one spelling, Unicode NFC, in which a tag is stored and looked for. */
export function spelled(tag: string): string {
  return tag.normalize('NFC');
}

/** Tags in their one spelling, each once, in the order in which they were given. */
export function distinctTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(spelled))];
}

/** A tag in any spelling; the bound holds for the one that is kept. */
export function tagField(): FieldType {
  const kept = text(1, MAX_CHARACTERS);
  return {
    schema: kept.schema,
    faults: (value, path) => {
      // What no spelling could bring below the bound is not spelled: of a long run of marks that takes the square.
      const isShort = typeof value === 'string' && codePoints(value) <= MAX_CHARACTERS * MAX_SPELLING;
      return kept.faults(isShort ? spelled(value) : value, path);
    },
  };
}
