import { Directions, TOGETHER } from './directions.js';
import { covarianceOf, meanOf } from './moments.js';

/** How far along directions of the round space a point lies: its products with the weights, less the offsets. */
export interface Sights {
  /** Row after row, as many rows of zeros behind them as `Directions` has. */
  readonly weights: Float64Array;
  readonly offsets: Float64Array;
}

/**
 * The space in which a Gaussian with the mean and covariance of some points is round. There, how near two directions lie
 * says how unusual that is; as they come, two may agree because all vary most along the same few axes.
 */
export class RoundSpace {
  /** Row by row what a point is multiplied with, and the mean of all points so multiplied. */
  private readonly axes: Directions;
  private readonly middle: Float32Array;
  private readonly triangle: Float64Array;

  constructor(lists: readonly Directions[]) {
    const dimensions = lists[0]?.dimensions ?? 0;
    const mean = meanOf(lists, dimensions);
    this.axes = new Directions(dimensions, dimensions);
    this.axes.rows.set(inverseCholesky(covarianceOf(lists, mean), dimensions));
    this.triangle = Float64Array.from(this.axes.rows);
    const centre = new Directions(1, dimensions);
    centre.rows.set(mean);
    this.middle = centre.products(0, this.axes);
  }

  /** The directions in which points lie from the mean; one that is not known (a row of zeros) stays so. */
  of(points: Directions): Directions {
    const round = new Directions(points.size, points.dimensions);
    for (let row = 0; row < points.size; row += 1) {
      if (points.row(row).every((value) => value === 0)) continue;
      const away = points.products(row, this.axes);
      for (let axis = 0; axis < away.length; axis += 1) away[axis] = (away[axis] ?? 0) - (this.middle[axis] ?? 0);
      round.set(row, away);
    }
    return round;
  }

  /** @param directions of the round space */
  sightsOf(directions: Directions): Sights {
    const { rows, dimensions } = this.axes;
    const weights = new Float64Array(directions.rows.length);
    const offsets = new Float64Array(directions.size);
    for (let one = 0; one < directions.size; one += 1) {
      const direction = directions.row(one);
      const from = one * dimensions;
      for (let axis = 0; axis < dimensions; axis += 1) {
        const part = direction[axis] ?? 0;
        for (let index = 0; index <= axis; index += 1)
          weights[from + index] = (weights[from + index] ?? 0) + part * (rows[axis * dimensions + index] ?? 0);
        offsets[one] = (offsets[one] ?? 0) + part * (this.middle[axis] ?? 0);
      }
    }
    return { weights, offsets };
  }

  /**
   * How far from the mean a point lies in the round space; where that is more than `most`, anything above `most`. The
   * axes are those of a triangle: what the first ones say takes little.
   *
   * @param point of length one
   */
  distanceUpTo(most: number, point: Float64Array): number {
    const { triangle, middle } = this;
    const dimensions = point.length;
    const enough = most * most;
    let square = 0;
    for (let axis = 0; axis < dimensions && square <= enough; axis += TOGETHER) {
      const a = axis * dimensions;
      const [b, c, d] = [a + dimensions, a + 2 * dimensions, a + 3 * dimensions];
      const end = Math.min(axis + TOGETHER, dimensions);
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let index = 0; index < end; index += 1) {
        const value = point[index] ?? 0;
        first += value * (triangle[a + index] ?? 0);
        second += value * (triangle[b + index] ?? 0);
        third += value * (triangle[c + index] ?? 0);
        fourth += value * (triangle[d + index] ?? 0);
      }
      square += (first - (middle[axis] ?? 0)) ** 2 + (second - (middle[axis + 1] ?? 0)) ** 2;
      square += (third - (middle[axis + 2] ?? 0)) ** 2 + (fourth - (middle[axis + 3] ?? 0)) ** 2;
    }
    return Math.sqrt(square);
  }
}

/** Nothing is divided by less: of points that do not differ along an axis, nothing is known of it. */
const MIN_VARIANCE = 1e-12;

/**
 * The inverse of Cholesky's factor of a covariance matrix: points multiplied by it have variance 1 in every direction.
 * Both matrices are row after row, lower triangles; what is above is zero.
 */
function inverseCholesky(covariance: Float64Array, dimensions: number): Float64Array {
  const factor = choleskyOf(covariance, dimensions);
  const inverse = new Float64Array(dimensions * dimensions);
  for (let row = 0; row < dimensions; row += 1) {
    const [at, diagonal] = [row * dimensions, factor[row * dimensions + row] ?? 1];
    inverse[at + row] = 1 / diagonal;
    for (let column = 0; column < row; column += 1) {
      let sum = 0;
      for (let k = column; k < row; k += 1) sum += (factor[at + k] ?? 0) * (inverse[k * dimensions + column] ?? 0);
      inverse[at + column] = -sum / diagonal;
    }
  }
  return inverse;
}

function choleskyOf(covariance: Float64Array, dimensions: number): Float64Array {
  const factor = new Float64Array(dimensions * dimensions);
  for (let row = 0; row < dimensions; row += 1) {
    const at = row * dimensions;
    for (let column = 0; column <= row; column += 1) {
      const other = column * dimensions;
      let left = covariance[at + column] ?? 0;
      for (let k = 0; k < column; k += 1) left -= (factor[at + k] ?? 0) * (factor[other + k] ?? 0);
      factor[at + column] =
        row === column ? Math.sqrt(Math.max(MIN_VARIANCE, left)) : left / (factor[other + column] ?? 1);
    }
  }
  return factor;
}
