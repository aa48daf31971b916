import { runsIn } from '../../features/word-runs.js';
import { stemOf } from '../../features/word-stem.js';
import type { Item } from '../types/item.js';
import type { Observation } from '../types/observation.js';
import type { Timeline } from '../calendar/timeline.js';
import { daysOf } from './item-index.js';

/** A text has many words: one that is there on fewer days could hardly be established, and would count against others. */
const MIN_DAYS = 6;
/** The words on the most days: pairs grow with the square. */
const MAX_WORD_ITEMS = 250;

/** Memories that a word stands in, and how it is written. */
interface Seen {
  readonly memories: number[];
  readonly spellings: Map<string, number>;
}

/**
 * Words and phrases of two words as items, by their stems. A phrase is a thing of its own where both its words are
 * items; where one is hardly there without the other, the item table keeps the phrase.
 * @param isRead whether a memory is known by its words: one that has telling tags says itself what it is about
 */
export function wordItems(
  timeline: Timeline,
  isRead: (observation: Observation) => boolean,
  minEpisodes: number,
): Item[] {
  const fewest = Math.max(MIN_DAYS, minEpisodes);
  const texts = timeline.observations.map((observation) =>
    observation.words !== undefined && isRead(observation) ? runsIn(observation.words) : [],
  );
  const words = new Map<string, Seen>();
  texts.forEach((runs, memory) => {
    for (const run of runs) for (const word of run) note(words, stemOf(word), word, memory);
  });
  const singles = itemsOf(words, timeline, fewest).slice(0, MAX_WORD_ITEMS);
  const stems = new Set(singles.map(({ stem }) => stem));
  const phrases = new Map<string, Seen>();
  texts.forEach((runs, memory) => {
    for (const run of runs) {
      run.forEach((word, at) => {
        const next = run[at + 1];
        if (next === undefined || !stems.has(stemOf(word)) || !stems.has(stemOf(next))) return;
        note(phrases, `${stemOf(word)} ${stemOf(next)}`, `${word} ${next}`, memory);
      });
    }
  });
  const pairs = itemsOf(phrases, timeline, fewest).slice(0, MAX_WORD_ITEMS);
  return [...pairs, ...singles].map(({ item }) => item);
}

/** On the most days first; called as it is written most often. */
function itemsOf(
  seen: ReadonlyMap<string, Seen>,
  timeline: Timeline,
  fewest: number,
): { readonly stem: string; readonly item: Item }[] {
  return [...seen]
    .filter(([, { memories }]) => memories.length >= fewest)
    .map(([stem, { memories, spellings }]) => {
      const [name] = [...spellings].reduce((best, each) =>
        each[1] > best[1] || (each[1] === best[1] && each[0] < best[0]) ? each : best,
      );
      return { stem, item: { kind: 'word' as const, name, memories, days: daysOf(memories, timeline) } };
    })
    .filter(({ item }) => item.days.length >= fewest)
    .sort((a, b) => b.item.days.length - a.item.days.length || (a.stem < b.stem ? -1 : 1));
}

function note(seen: Map<string, Seen>, stem: string, spelling: string, memory: number): void {
  const known = seen.get(stem) ?? { memories: [], spellings: new Map<string, number>() };
  seen.set(stem, known);
  if (known.memories.at(-1) !== memory) known.memories.push(memory);
  known.spellings.set(spelling, (known.spellings.get(spelling) ?? 0) + 1);
}
