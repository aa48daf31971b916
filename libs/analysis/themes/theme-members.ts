import type { Timeline } from '../patterns/timeline.js';
import type { Directions } from './directions.js';
import type { RoundSpace, Sight } from './round-space.js';

/** What rounding may take off the cosine of the memory that a region ends with. */
const ROUNDING = 1e-6;

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

interface SeenRegion {
  readonly sight: Sight;
  readonly cosine: number;
  readonly members: number[];
}

/**
 * Of each region the memories that lie in it, ascending: of all that have a sketch, not only of a sample. To bring them
 * all into the round space would take seconds of a large tenant: how far each lies along a centre is known before, and
 * its distance from the mean is only followed until it is too far for that.
 */
export function themeMembers(
  { observations }: Pick<Timeline, 'observations'>,
  { space, centres }: ThemeMap,
  regions: readonly ThemeRegion[],
): number[][] {
  const seen = regions.map(({ centre, cosine }): SeenRegion => {
    return { sight: space.sightOf(centres.row(centre)), cosine: cosine - ROUNDING, members: [] };
  });
  const along = new Float64Array(regions.length);
  observations.forEach(({ sketch }, memory) => {
    const length = sketch === undefined ? 0 : Math.sqrt(product(sketch, sketch));
    if (sketch === undefined || length === 0) return;
    let farthest = 0;
    seen.forEach(({ sight, cosine }, region) => {
      along[region] = product(sight.weights, sketch) / length - sight.offset;
      farthest = Math.max(farthest, cosine > 0 ? (along[region] ?? 0) / cosine : Infinity);
    });
    const distance = space.distanceUpTo(farthest, sketch, length);
    if (distance > farthest) return;
    seen.forEach(({ cosine, members }, region) => {
      if ((along[region] ?? 0) >= cosine * distance) members.push(memory);
    });
  });
  return seen.map(({ members }) => members);
}

function product(weights: ArrayLike<number>, values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) sum += (weights[index] ?? 0) * (values[index] ?? 0);
  return sum;
}
