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
 * items; where one is hardly there without the other, the item table keeps the phrase. Which words these are is read
 * from memories that nothing else tells of; then they are counted in all memories that hold them.
 * @param read texts of the memories that are known by their words, as `readTexts` has them
 */
export function wordItems(timeline: Timeline, read: readonly Text[], minEpisodes: number): Item[] {
  const fewest = Math.max(MIN_DAYS, minEpisodes);
  const singles = commonest(wordsIn(read), timeline, fewest);
  if (singles.size === 0) return [];
  const pairs = commonest(phrasesIn(read, singles), timeline, fewest);
  const all = timeline.observations.map(textOf);
  return [
    ...itemsOf(phrasesIn(all, singles), pairs, timeline),
    ...itemsOf(
      wordsIn(all, (stem) => singles.has(stem)),
      singles,
      timeline,
    ),
  ];
}

/** Runs of words that stand beside each other. */
export type Text = readonly (readonly string[])[];

/** @param isRead whether a memory is known by its words: one that has telling tags says itself what it is about */
export function readTexts({ observations }: Timeline, isRead: (observation: Observation) => boolean): Text[] {
  return observations.map((observation) => (isRead(observation) ? textOf(observation) : []));
}

/**
 * Where these words, and phrases of two, stand in texts that are read, by their stems, on however few days: a tag or a name
 * is the same thing where somebody only wrote its words.
 */
export function wordsNamed(timeline: Timeline, read: readonly Text[], names: ReadonlySet<string>): Item[] {
  const parts = new Set([...names].filter((name) => name.includes(' ')).flatMap((name) => name.split(' ')));
  const words = wordsIn(read, (stem) => names.has(stem));
  const phrases = phrasesIn(read, parts);
  const isName = (stems: ReadonlyMap<string, Seen>) => new Set([...stems.keys()].filter((stem) => names.has(stem)));
  return [...itemsOf(words, isName(words), timeline), ...itemsOf(phrases, isName(phrases), timeline)];
}

function textOf({ words }: Observation): Text {
  return words === undefined ? [] : runsIn(words);
}

function wordsIn(texts: readonly Text[], isWanted: (stem: string) => boolean = () => true): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  texts.forEach((runs, memory) => {
    for (const word of runs.flat()) if (isWanted(stemOf(word))) note(seen, stemOf(word), word, memory);
  });
  return seen;
}

/** @param stems of which both words must be */
function phrasesIn(texts: readonly Text[], stems: ReadonlySet<string>): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  texts.forEach((runs, memory) => {
    for (const run of runs) {
      run.forEach((word, at) => {
        const next = run[at + 1];
        if (next === undefined || !stems.has(stemOf(word)) || !stems.has(stemOf(next))) return;
        note(seen, `${stemOf(word)} ${stemOf(next)}`, `${word} ${next}`, memory);
      });
    }
  });
  return seen;
}

/** The stems on the most days, the commonest first. */
function commonest(seen: ReadonlyMap<string, Seen>, timeline: Timeline, fewest: number): ReadonlySet<string> {
  const counted = [...seen]
    .filter(([, { memories }]) => memories.length >= fewest)
    .map(([stem, { memories }]) => ({ stem, days: daysOf(memories, timeline).length }))
    .filter(({ days }) => days >= fewest)
    .sort((a, b) => b.days - a.days || (a.stem < b.stem ? -1 : 1));
  return new Set(counted.slice(0, MAX_WORD_ITEMS).map(({ stem }) => stem));
}

/** Called as they are written most often. */
function itemsOf(seen: ReadonlyMap<string, Seen>, stems: ReadonlySet<string>, timeline: Timeline): Item[] {
  return [...stems].flatMap((stem) => {
    const { memories, spellings } = seen.get(stem) ?? { memories: [], spellings: [] };
    const [name] = [...spellings].reduce(
      (best, each) => (each[1] > best[1] || (each[1] === best[1] && each[0] < best[0]) ? each : best),
      ['', 0],
    );
    return { kind: 'word' as const, name, memories, days: daysOf(memories, timeline) };
  });
}

function note(seen: Map<string, Seen>, stem: string, spelling: string, memory: number): void {
  const known = seen.get(stem) ?? { memories: [], spellings: new Map<string, number>() };
  seen.set(stem, known);
  if (known.memories.at(-1) !== memory) known.memories.push(memory);
  known.spellings.set(spelling, (known.spellings.get(spelling) ?? 0) + 1);
}
