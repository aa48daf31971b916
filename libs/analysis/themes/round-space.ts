import { Directions } from './directions.js';
import { inverseCholesky } from './inverse-cholesky.js';
import { covarianceOf, meanOf } from './moments.js';

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
}
