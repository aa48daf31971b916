import { SeededRandom } from '../statistics/seeded-random.js';
import { Directions } from './directions.js';

const SEED = 64;
const ROUNDS = 6;

export interface Clusters {
  readonly centres: Directions;
  /** Of each row: its cluster. */
  readonly clusterOf: Int32Array;
  /** Of each row: cosine to the centre of its cluster. */
  readonly nearness: Float32Array;
}

/** k-means on directions (k-means++ start, fixed seed): each row belongs to the centre with the largest cosine. */
export function sphericalMeans(points: Directions, count: number): Clusters {
  const centres = spreadCentres(points, count);
  const clusterOf = new Int32Array(points.size);
  const nearness = new Float32Array(points.size);
  for (let round = 0; round < ROUNDS; round += 1) {
    assign(points, centres, clusterOf, nearness);
    if (round < ROUNDS - 1) move(points, centres, clusterOf);
  }
  return { centres, clusterOf, nearness };
}

/** Each next centre is drawn among the rows by how far they are from all centres so far. */
function spreadCentres(points: Directions, count: number): Directions {
  const random = new SeededRandom(SEED);
  const centres = new Directions(count, points.dimensions);
  const distances = new Float64Array(points.size).fill(1);
  for (let centre = 0; centre < count; centre += 1) {
    const total = distances.reduce((sum, distance) => sum + distance, 0);
    let left = random.next() * total;
    let chosen = 0;
    while (chosen < points.size - 1 && (left -= distances[chosen] ?? 0) > 0) chosen += 1;
    centres.set(centre, points.row(chosen));
    for (let row = 0; row < points.size; row += 1) {
      distances[row] = Math.min(distances[row] ?? 1, Math.max(0, 1 - points.cosine(row, centres, centre)));
    }
  }
  return centres;
}

function assign(points: Directions, centres: Directions, clusterOf: Int32Array, nearness: Float32Array): void {
  for (let row = 0; row < points.size; row += 1) {
    let best = -2;
    for (let centre = 0; centre < centres.size; centre += 1) {
      const cosine = points.cosine(row, centres, centre);
      if (cosine <= best) continue;
      best = cosine;
      clusterOf[row] = centre;
    }
    nearness[row] = best;
  }
}

function move(points: Directions, centres: Directions, clusterOf: Int32Array): void {
  const { dimensions } = points;
  const sums = new Float64Array(centres.size * dimensions);
  points.rows.forEach((value, at) => {
    const to = (clusterOf[Math.floor(at / dimensions)] ?? 0) * dimensions + (at % dimensions);
    sums[to] = (sums[to] ?? 0) + value;
  });
  for (let centre = 0; centre < centres.size; centre += 1) {
    const sum = sums.subarray(centre * dimensions, (centre + 1) * dimensions);
    if (sum.some((value) => value !== 0)) centres.set(centre, sum);
  }
}
