import { Directions } from './directions.js';
import { inverseCholesky } from './inverse-cholesky.js';
import { covarianceOf, meanOf } from './moments.js';

/** How far along a direction of the round space a point lies: its product with the weights, less the offset. */
export interface Sight {
  readonly weights: Float64Array;
  readonly offset: number;
}

/**
 * The space in which a Gaussian with the mean and covariance of some points is round. There, how near two directions lie
 * says how unusual that is; as they come, two may agree because all vary most along the same few axes.
 */
export class RoundSpace {
  /** Row by row what a point is multiplied with, and the mean of all points so multiplied. */
  private readonly axes: Directions;
  private readonly middle: Float32Array;

  constructor(lists: readonly Directions[]) {
    const dimensions = lists[0]?.dimensions ?? 0;
    const mean = meanOf(lists, dimensions);
    this.axes = new Directions(dimensions, dimensions);
    this.axes.rows.set(inverseCholesky(covarianceOf(lists, mean), dimensions));
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

  /** @param direction of the round space, of length one */
  sightOf(direction: Float32Array): Sight {
    const { rows, dimensions } = this.axes;
    const weights = new Float64Array(dimensions);
    let offset = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const part = direction[axis] ?? 0;
      for (let index = 0; index <= axis; index += 1)
        weights[index] = (weights[index] ?? 0) + part * (rows[axis * dimensions + index] ?? 0);
      offset += part * (this.middle[axis] ?? 0);
    }
    return { weights, offset };
  }

  /**
   * How far from the mean a point lies in the round space; where that is more than `most`, anything above `most`. The
   * axes are those of a triangle: what the first ones say takes little.
   *
   * @param point of this length
   */
  distanceUpTo(most: number, point: ArrayLike<number>, length: number): number {
    const { rows, dimensions } = this.axes;
    const enough = most * most;
    let square = 0;
    for (let axis = 0; axis < dimensions && square <= enough; axis += 1) {
      const from = axis * dimensions;
      let sum = 0;
      for (let index = 0; index <= axis; index += 1) sum += (rows[from + index] ?? 0) * (point[index] ?? 0);
      square += (sum / length - (this.middle[axis] ?? 0)) ** 2;
    }
    return Math.sqrt(square);
  }
}
