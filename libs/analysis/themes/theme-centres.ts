import { Directions } from './directions.js';

/** How near two memories must be to be neighbours: standard deviations above the mean cosine of one to all others. */
const NEIGHBOUR_DEVIATIONS = 3;
/** Neighbours that a memory needs to be the middle of something. */
const MIN_NEIGHBOURS = 2;
/** No more centres than this for a tenant. */
const MAX_CENTRES = 128;

/**
 * Where memories lie close together: the memory with the most neighbours and these make the first centre (their mean),
 * the one with the most neighbours among the rest makes the next, and so on.
 */
export function themeCentres(points: Directions): Directions {
  const neighbours = neighboursOf(points);
  const order = [...neighbours.keys()].sort((a, b) => countOf(neighbours, b) - countOf(neighbours, a) || a - b);
  const taken = new Uint8Array(points.size);
  const means: Float64Array[] = [];
  for (const row of order) {
    if (means.length === MAX_CENTRES || countOf(neighbours, row) < MIN_NEIGHBOURS) break;
    const free = [row, ...(neighbours[row] ?? [])].filter((other) => taken[other] === 0);
    if (taken[row] === 1 || free.length <= MIN_NEIGHBOURS) continue;
    for (const other of free) taken[other] = 1;
    means.push(sumOf(points, free));
  }
  const centres = new Directions(means.length, points.dimensions);
  means.forEach((mean, centre) => centres.set(centre, mean));
  return centres;
}

/** Of each row: the others that are its neighbours. */
function neighboursOf(points: Directions): number[][] {
  const { size } = points;
  const cosines = new Float32Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const before = points.products(row, points, row);
    cosines.set(before, row * size);
    for (let other = 0; other < row; other += 1) cosines[other * size + row] = before[other] ?? 0;
  }
  return Array.from({ length: size }, (_, row) => outliers(cosines.subarray(row * size, (row + 1) * size), row));
}

/** What lies far above the mean of a list, the row's own place left out. */
function outliers(cosines: Float32Array, row: number): number[] {
  let sum = 0;
  let square = 0;
  for (const cosine of cosines) {
    sum += cosine;
    square += cosine * cosine;
  }
  const others = cosines.length - 1;
  const mean = sum / others;
  const bound = mean + NEIGHBOUR_DEVIATIONS * Math.sqrt(Math.max(0, square / others - mean * mean));
  const far: number[] = [];
  for (let other = 0; other < cosines.length; other += 1)
    if (other !== row && (cosines[other] ?? 0) > bound) far.push(other);
  return far;
}

function countOf(neighbours: readonly (readonly number[])[], row: number): number {
  return neighbours[row]?.length ?? 0;
}

function sumOf(points: Directions, rows: readonly number[]): Float64Array {
  const sum = new Float64Array(points.dimensions);
  for (const row of rows) points.row(row).forEach((value, index) => (sum[index] = (sum[index] ?? 0) + value));
  return sum;
}
