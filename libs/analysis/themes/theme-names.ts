import { isNestedName } from '../patterns/items/item-words.js';
import { isSubject } from '../patterns/items/telling-names.js';
import { DAY_MS } from '../patterns/calendar/local-clock.js';
import { runsIn } from '../features/word-runs.js';
import type { Observation } from '../patterns/types/observation.js';
import type { Timeline } from '../patterns/calendar/timeline.js';

const MAX_NAMES = 3;
/** Memories of a theme that must share a name. */
const MIN_MEMORIES = 2;
/** From this share of its days on, one tag or entity names a theme: one day in four may break the rule. */
const NAMED_SHARE = 0.75;
/** Times as common as elsewhere such a tag must be: what most memories carry names nothing. */
const NAMED_LIFT = 2;

/**
 * What a theme is called: the tags, names and words that are much commoner in it than elsewhere, at most three, none of
 * which says what another says. Empty where it has none.
 */
export function themeName(
  memories: readonly number[],
  timeline: Timeline,
  frequencies: ReadonlyMap<string, number>,
): string {
  const inside = new Map<string, number>();
  for (const memory of memories) {
    const observation = timeline.observations[memory];
    for (const name of observation === undefined ? [] : namesOf(observation))
      inside.set(name, (inside.get(name) ?? 0) + 1);
  }
  const score = (name: string, count: number): number =>
    count * Math.log(count / memories.length / ((frequencies.get(name) ?? 1) / timeline.size));
  const names = [...inside]
    .filter(([, count]) => count >= MIN_MEMORIES)
    .map(([name, count]) => ({ name, score: score(name, count) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
  return distinctNames(names).join(', ');
}

function distinctNames(ordered: readonly string[]): string[] {
  const names: string[] = [];
  for (const name of ordered) {
    if (names.length === MAX_NAMES) break;
    if (!names.some((other) => isNestedName(name, other))) names.push(name);
  }
  return names;
}

/**
 * A name that no other theme has: the day of the first memory is added where a clearer theme has the name already, or
 * where there is none. It stays as more is written, and so does the id that is made of it.
 * @param name see `themeName`
 * @param taken names so far; the one returned is added
 */
export function distinctName(name: string, first: number, { days, dayOf }: Timeline, taken: Set<string>): string {
  const [day = ''] = new Date((days[dayOf[first] ?? 0] ?? 0) * DAY_MS).toISOString().split('T');
  const dated = `${name || 'similar memories'} since ${day}`;
  let distinct = name === '' || taken.has(name) ? dated : name;
  for (let number = 2; taken.has(distinct); number += 1) distinct = `${dated} (${number})`;
  taken.add(distinct);
  return distinct;
}

/**
 * Whether one tag, name or word is there on nearly all days of a theme, however much else carries it: the part of 'olga' that
 * lies together is filed under 'olga', and comes back under no other tag.
 * @param frequencies see `nameFrequencies`
 */
export function isNamed(
  memories: readonly number[],
  { observations, dayOf, size }: Pick<Timeline, 'observations' | 'dayOf' | 'size'>,
  frequencies: ReadonlyMap<string, number>,
): boolean {
  const inside = new Map<string, { memories: number; readonly days: Set<number> }>();
  for (const memory of memories) {
    const { tags = [], entities = [], words } = observations[memory] ?? {};
    // One without tags is known by its words.
    for (const name of new Set([...tags, ...entities, ...(tags.length === 0 ? wordsIn(words) : [])])) {
      const held = inside.get(name) ?? { memories: 0, days: new Set<number>() };
      held.memories += 1;
      inside.set(name, held);
      held.days.add(dayOf[memory] ?? 0);
    }
  }
  const days = new Set(memories.map((memory) => dayOf[memory] ?? 0)).size;
  return [...inside].some(([name, held]) => {
    const elsewhere = (frequencies.get(name) ?? 0) / size;
    return held.days.size >= NAMED_SHARE * days && held.memories >= NAMED_LIFT * elsewhere * memories.length;
  });
}

/** In how many memories each name occurs, of those that any of these memories have: of a large tenant there are many more. */
export function nameFrequencies(
  { observations }: Timeline,
  themes: readonly (readonly number[])[],
): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const memory of themes.flat()) {
    const observation = observations[memory];
    if (observation !== undefined) for (const name of listsOf(observation).flat()) frequencies.set(name, 0);
  }
  if (frequencies.size === 0) return frequencies;
  for (const observation of observations) {
    const seen: string[] = [];
    for (const list of listsOf(observation)) {
      for (const name of list) {
        const count = frequencies.get(name);
        if (count === undefined || seen.includes(name)) continue;
        seen.push(name);
        frequencies.set(name, count + 1);
      }
    }
  }
  return frequencies;
}

function listsOf({ tags, entities, words }: Observation): (readonly string[])[] {
  return [tags, entities, wordsIn(words)];
}

function wordsIn(runs: string | undefined): string[] {
  return runs === undefined ? [] : runsIn(runs).flat();
}

/** Those that can be a title: what somebody did or felt is none, unless it is a tag. */
function namesOf({ tags, entities, words }: Observation): Set<string> {
  const others = [...entities, ...wordsIn(words)];
  return new Set([...tags, ...others.filter((name) => isSubject({ kind: 'word', name }))]);
}
