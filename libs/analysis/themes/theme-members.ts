import type { Timeline } from '../patterns/timeline.js';
import { Directions } from './directions.js';
import type { RoundSpace } from './round-space.js';

/** Memories that are brought into the round space together. */
const BLOCK = 1024;

/** Where centres lie, and how points get there. */
export interface ThemeMap {
  readonly space: RoundSpace;
  readonly centres: Directions;
}

/** The part of all points that is one theme. */
export interface ThemeRegion {
  /** Row of its centre. */
  readonly centre: number;
  /** Least cosine to it. */
  readonly cosine: number;
}

/** Of each region the memories that lie in it, ascending: of all that have a sketch, not only of a sample. */
export function themeMembers(
  timeline: Timeline,
  { space, centres }: ThemeMap,
  regions: readonly ThemeRegion[],
): number[][] {
  const { observations } = timeline;
  const members = regions.map((): number[] => []);
  const sketched = [...observations.keys()].filter((memory) => observations[memory]?.sketch !== undefined);
  for (let from = 0; from < sketched.length; from += BLOCK) {
    const block = sketched.slice(from, from + BLOCK);
    const points = new Directions(block.length, centres.dimensions);
    block.forEach((memory, row) => points.set(row, observations[memory]?.sketch ?? []));
    const round = space.of(points);
    regions.forEach(({ centre, cosine }, region) => {
      const cosines = centres.products(centre, round);
      members[region]?.push(...block.filter((_, row) => (cosines[row] ?? 0) >= cosine));
    });
  }
  return members;
}
