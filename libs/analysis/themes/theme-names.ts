import type { Observation } from '../patterns/observation.js';
import type { Timeline } from '../patterns/timeline.js';

const MOST_NAMES = 3;
/** Memories of a theme that must share a name. */
const FEWEST_MEMORIES = 2;

/**
 * What a theme is called: the tags, entities and words that are much commoner in it than elsewhere, at most three.
 * Empty where it has none.
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
  return [...inside]
    .filter(([, count]) => count >= FEWEST_MEMORIES)
    .map(([name, count]) => ({ name, score: score(name, count) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(({ name }) => name)
    .join(', ');
}

/** In how many memories each name occurs. */
export function nameFrequencies({ observations }: Timeline): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const observation of observations) {
    for (const name of namesOf(observation)) frequencies.set(name, (frequencies.get(name) ?? 0) + 1);
  }
  return frequencies;
}

function namesOf({ tags, entities, words }: Observation): Set<string> {
  return new Set([...tags, ...entities, ...(words ?? [])]);
}
