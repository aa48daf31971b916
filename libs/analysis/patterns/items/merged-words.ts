import type { Item } from '../types/item.js';
import type { Timeline } from '../calendar/timeline.js';
import { daysOf } from './item-index.js';
import { wordsOfName } from './item-words.js';
import { countShared } from './shared-memories.js';

/** From this share of its memories on, a word that is part of a tag's name is that tag. */
const PART_SHARE = 0.5;

/** Stems that tags and names consist of. */
export function namesOf(labels: readonly Item[]): ReadonlySet<string> {
  return new Set(labels.filter(({ kind }) => kind !== 'type').map(keyOf));
}

/**
 * A word that is a tag or a name elsewhere is one thing with it.
 *
 * @param words that are items of their own where they are no tag or name
 * @param named that are not
 */
export function withWords(
  labels: readonly Item[],
  words: readonly Item[],
  named: readonly Item[],
  timeline: Timeline,
): Item[] {
  const byWords = new Map(words.map((item) => [keyOf(item), item]));
  const byName = new Map(named.map((item) => [keyOf(item), item]));
  const merged = labels.map((item) => {
    const key = item.kind === 'type' ? '' : keyOf(item);
    const word = byWords.get(key) ?? byName.get(key);
    if (word === undefined) return item;
    byWords.delete(key);
    const memories = [...new Set([...item.memories, ...word.memories])].sort((a, b) => a - b);
    return { ...item, memories, days: daysOf(memories, timeline) };
  });
  return [...merged, ...byWords.values()];
}

/** Without the words of which a tag is made, where most of their memories carry it: "night" and "shift" beside night-shift. */
export function withoutPartsOfTags(items: readonly Item[]): Item[] {
  const tagsOf = new Map<string, Item[]>();
  for (const tag of items.filter(({ kind }) => kind === 'tag')) {
    const words = wordsOfName(tag.name);
    if (words.length < 2) continue;
    const phrases = words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`);
    for (const part of new Set([...words, ...phrases])) tagsOf.set(part, [...(tagsOf.get(part) ?? []), tag]);
  }
  const isPart = (item: Item): boolean =>
    item.kind === 'word' &&
    (tagsOf.get(keyOf(item)) ?? []).some(
      ({ memories }) => countShared(item.memories, memories) >= PART_SHARE * item.memories.length,
    );
  return items.filter((item) => !isPart(item));
}

function keyOf({ name }: Item): string {
  return wordsOfName(name).join(' ');
}
