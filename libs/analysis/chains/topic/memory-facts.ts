import { normalised } from '../../features/entities.js';
import type { MemoryFeatures } from '../../features/memory-features.js';
import type { ChainMemory } from '../types/chain-input.js';
import { contentWordsOf } from '../text/content-words.js';

/** What a memory holds, independent of what it is compared with. Shared, and not to be changed. */
export interface MemoryFacts {
  /** The content as copies are recognized by: lower case, single blanks. */
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
}

/** Among the names that are counted: a tag, regardless of capitals and accents. */
export function countedTag(tag: string): string {
  return `#${normalised(tag)}`;
}

interface KnownFacts extends MemoryFacts {
  readonly of: Pick<ChainMemory, 'content' | 'tags'>;
}

/** Kept as long as the features of the memory are, which no other memory and no other version of it shares. */
const known = new WeakMap<MemoryFeatures, KnownFacts>();

export function factsOf({ content, tags, features }: ChainMemory): MemoryFacts {
  const facts = known.get(features);
  if (facts?.of.content === content && facts.of.tags === tags) return facts;
  const made = {
    of: { content, tags },
    text: content.trim().toLowerCase().replace(/\s+/g, ' '),
    words: contentWordsOf(`${content} ${tags.join(' ')}`),
    tags: new Set(tags.map((tag) => normalised(tag))),
    entities: new Set(features.entities),
  };
  known.set(features, made);
  return made;
}
