import type { Timeline } from '../patterns/calendar/timeline.js';
import { Directions, TOGETHER } from './directions.js';
import type { RoundSpace } from './round-space.js';

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
  const { weights, offsets } = space.sightsOf(rowsOf(centres, regions));
  const least = Float64Array.from(regions, ({ cosine }) => cosine - ROUNDING);
  const members = regions.map((): number[] => []);
  const point = new Float64Array(centres.dimensions);
  const along = new Float64Array(weights.length / centres.dimensions);
  observations.forEach(({ sketch }, memory) => {
    if (sketch === undefined || !bringToLengthOne(sketch, point)) return;
    setProducts(point, weights, along);
    let farthest = 0;
    for (let region = 0; region < least.length; region += 1) {
      const cosine = least[region] ?? 0;
      along[region] = (along[region] ?? 0) - (offsets[region] ?? 0);
      const most = cosine > 0 ? (along[region] ?? 0) / cosine : Infinity;
      if (most > farthest) farthest = most;
    }
    const distance = farthest > 0 ? space.distanceUpTo(farthest, point) : Infinity;
    if (distance > farthest) return;
    for (let region = 0; region < least.length; region += 1)
      if ((along[region] ?? 0) >= (least[region] ?? 0) * distance) members[region]?.push(memory);
  });
  return members;
}

/** @returns whether it has a direction at all */
function bringToLengthOne(values: Int8Array, into: Float64Array): boolean {
  let square = 0;
  for (let index = 0; index < into.length; index += 1) square += (values[index] ?? 0) ** 2;
  const scale = 1 / Math.sqrt(square);
  for (let index = 0; index < into.length; index += 1) into[index] = (values[index] ?? 0) * scale;
  return square > 0;
}

/** Four at a time: each sum waits for its last addition, and meanwhile the processor goes on with the others. */
function setProducts(point: Float64Array, weights: Float64Array, products: Float64Array): void {
  const dimensions = point.length;
  for (let row = 0; row < products.length; row += TOGETHER) {
    const at = row * dimensions;
    const [b, c, d] = [at + dimensions, at + 2 * dimensions, at + 3 * dimensions];
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let index = 0; index < dimensions; index += 1) {
      const value = point[index] ?? 0;
      first += value * (weights[at + index] ?? 0);
      second += value * (weights[b + index] ?? 0);
      third += value * (weights[c + index] ?? 0);
      fourth += value * (weights[d + index] ?? 0);
    }
    products[row] = first;
    products[row + 1] = second;
    products[row + 2] = third;
    products[row + 3] = fourth;
  }
}

function rowsOf(centres: Directions, regions: readonly ThemeRegion[]): Directions {
  const rows = new Directions(regions.length, centres.dimensions);
  regions.forEach(({ centre }, row) => {
    rows.set(row, centres.row(centre));
  });
  return rows;
}
