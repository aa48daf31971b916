import { Directions } from './directions.js';

export function meanOf(lists: readonly Directions[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const points of lists) {
    for (let row = 0; row < points.size; row += 1) {
      for (let axis = 0; axis < dimensions; axis += 1)
        sum[axis] = (sum[axis] ?? 0) + (points.rows[row * dimensions + axis] ?? 0);
    }
  }
  const size = sizeOf(lists);
  return sum.map((value) => value / size);
}

/**
 * Covariance of points, row after row (the lower triangle; the rest is zero). Few points make some directions look
 * narrow that are not: it is mixed with a round one of the same size, with the weight that oracle approximating
 * shrinkage gives (Chen, Wiesel, Eldar and Hero 2010).
 */
export function covarianceOf(lists: readonly Directions[], mean: Float64Array): Float64Array {
  const covariance = sampleCovariance(lists, mean);
  const dimensions = mean.length;
  let trace = 0;
  let squares = 0;
  for (let row = 0; row < dimensions; row += 1) {
    const variance = covariance[row * dimensions + row] ?? 0;
    trace += variance;
    squares += variance ** 2;
    for (let column = 0; column < row; column += 1) squares += 2 * (covariance[row * dimensions + column] ?? 0) ** 2;
  }
  const round = trace / dimensions;
  const error = (1 - 2 / dimensions) * squares + trace ** 2;
  const spread = (sizeOf(lists) + 1 - 2 / dimensions) * (squares - trace * round);
  const weight = spread > error ? error / spread : 1;
  return covariance.map((value, at) => (1 - weight) * value + (at % (dimensions + 1) === 0 ? weight * round : 0));
}

/** Axis by axis what lies apart from the mean, so that two axes are one product. */
function sampleCovariance(lists: readonly Directions[], mean: Float64Array): Float64Array {
  const dimensions = mean.length;
  const size = sizeOf(lists);
  const axes = new Directions(dimensions, size);
  let column = 0;
  for (const points of lists) {
    for (let point = 0; point < points.size; point += 1, column += 1) {
      for (let axis = 0; axis < dimensions; axis += 1)
        axes.rows[axis * size + column] = (points.rows[point * dimensions + axis] ?? 0) - (mean[axis] ?? 0);
    }
  }
  const covariance = new Float64Array(dimensions * dimensions);
  for (let axis = 0; axis < dimensions; axis += 1)
    covariance.set(axes.products(axis, axes, axis + 1), axis * dimensions);
  return covariance.map((sum) => sum / size);
}

function sizeOf(lists: readonly Directions[]): number {
  return lists.reduce((sum, { size }) => sum + size, 0);
}
