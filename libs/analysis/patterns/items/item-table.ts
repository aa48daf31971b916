import { ItemIndex } from './item-index.js';
import { namesOf, withoutPartsOfTags, withWords } from './merged-words.js';
import { labelled } from './labels.js';
import { countShared, overlap } from './shared-memories.js';
import { isSubject } from './telling-names.js';
import { readTexts, wordItems, wordsNamed } from './word-items.js';
import type { Item } from '../types/item.js';
import type { Observation } from '../types/observation.js';
import type { Timeline } from '../calendar/timeline.js';

export interface ItemTable {
  readonly items: readonly Item[];
  /** Those that too many memories carry for anything to be reported of them. */
  readonly common: readonly Item[];
  /** Why items were left out, and how many. */
  readonly dropped: {
    readonly tooRare: number;
    readonly tooCommon: number;
    readonly same: number;
    readonly overCap: number;
  };
}

/** An item that most memories carry tells nothing. */
const COMMON_SHARE = 0.25;
/** More items than this cost time without power: pairs grow with the square. */
export const MAX_ITEMS = 800;
/** Two items whose memories agree this much are one under two names. */
const SAME_OVERLAP = 0.9;
const KIND_ORDER = { tag: 0, entity: 2, word: 2, theme: 3, type: 4 } as const;
/** A phrase says more than each of its words, and no less than a name. */
const PHRASE_ORDER = 1;

/** @param minEpisodes items on fewer days are left out */
export function itemTable(timeline: Timeline, minEpisodes: number): ItemTable {
  const index = new ItemIndex();
  timeline.observations.forEach((observation, memory) => index.add(observation, memory));
  const isTelling = ({ memories }: Item): boolean => memories.length <= timeline.size * COMMON_SHARE;
  const labels = index.items(timeline);
  const read = readTexts(timeline, knownByWords(labels, isTelling));
  const words = wordItems(timeline, read, minEpisodes);
  const named = wordsNamed(timeline, read, namesOf(labels));
  const all = withWords(labels, words, named, timeline);
  const frequent = all.filter((item) => item.days.length >= minEpisodes && isSubject(item));
  const telling = frequent.filter(isTelling);
  const distinct = withoutPartsOfTags(telling);
  const ordered = distinct.sort(byWeight).slice(0, MAX_ITEMS);
  const items = withoutSame(ordered).map((item) => labelled(item, timeline));
  return {
    items,
    common: frequent.filter((item) => !isTelling(item)),
    dropped: {
      tooRare: all.length - frequent.length,
      tooCommon: frequent.length - telling.length,
      same: telling.length - distinct.length + ordered.length - items.length,
      overCap: distinct.length - ordered.length,
    },
  };
}

/** Memories without a tag that tells anything: none, or only such as most memories have. */
function knownByWords(
  labels: readonly Item[],
  isTelling: (item: Item) => boolean,
): (observation: Observation) => boolean {
  const telling = new Set(labels.filter((item) => item.kind === 'tag' && isTelling(item)).map(({ name }) => name));
  return ({ tags }) => !tags.some((tag) => telling.has(tag));
}

/** Most days first; then by kind and name, so that the order never depends on that of the input. */
function byWeight(a: Item, b: Item): number {
  return b.days.length - a.days.length || byName(a, b);
}

function byName(a: Item, b: Item): number {
  return orderOf(a) - orderOf(b) || (a.name < b.name ? -1 : 1) || KIND_ORDER[a.kind] - KIND_ORDER[b.kind];
}

function orderOf({ kind, name }: Item): number {
  return kind === 'word' && name.includes(' ') ? PHRASE_ORDER : KIND_ORDER[kind];
}

/** Of items that agree, tags stay rather than entities, and types go first. */
function withoutSame(items: readonly Item[]): Item[] {
  const bySize = [...items].sort((a, b) => a.memories.length - b.memories.length || byName(a, b));
  const gone = new Set<Item>();
  for (const [at, item] of bySize.entries()) {
    for (const other of bySize.slice(at + 1)) {
      if (item.memories.length < SAME_OVERLAP * other.memories.length) break;
      if (!gone.has(item) && !gone.has(other) && isSame(item, other)) gone.add(byName(item, other) < 0 ? other : item);
    }
  }
  return items.filter((item) => !gone.has(item));
}

function isSame(a: Item, b: Item): boolean {
  // What agrees to nine tenths agrees somewhere near its start; most pairs are distinguished here.
  const head = Math.ceil(b.memories.length * (1 - SAME_OVERLAP)) + 1;
  if (countShared(a.memories.slice(0, head), b.memories.slice(0, head * 2)) === 0) return false;
  return overlap(a.memories, b.memories) >= SAME_OVERLAP;
}
