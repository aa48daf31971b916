import { spread } from '../patterns/types/even-sample.js';
import type { Timeline } from '../patterns/calendar/timeline.js';
import { Directions } from './directions.js';

/** Memories among which themes are looked for, and among which they are counted: no more than these, even over time. */
const MAX_SEARCHED = 800;
const MAX_COUNTED = 3200;

export interface SketchedMemories {
  readonly memories: readonly number[];
  readonly directions: Directions;
  /** How many there are, of which these are all or an even sample. */
  readonly of: number;
}

/** The memories that have a sketch: on every other day themes are looked for, on the days between they are counted. */
export interface SampledSketches {
  readonly searched: SketchedMemories;
  readonly counted: SketchedMemories;
  readonly isSample: boolean;
}

export function sampledSketches(timeline: Timeline): SampledSketches {
  const odd: number[] = [];
  const even: number[] = [];
  timeline.observations.forEach(({ sketch }, memory) => {
    if (sketch !== undefined) ((timeline.dayOf[memory] ?? 0) % 2 === 1 ? odd : even).push(memory);
  });
  return {
    searched: sketchesOf(odd, MAX_SEARCHED, timeline),
    counted: sketchesOf(even, MAX_COUNTED, timeline),
    isSample: odd.length > MAX_SEARCHED || even.length > MAX_COUNTED,
  };
}

function sketchesOf(all: readonly number[], most: number, { observations }: Timeline): SketchedMemories {
  const memories = spread(all, most);
  const dimensions = observations[memories[0] ?? 0]?.sketch?.length ?? 0;
  const directions = new Directions(memories.length, dimensions);
  memories.forEach((memory, row) => directions.set(row, observations[memory]?.sketch ?? []));
  return { memories, directions, of: all.length };
}
