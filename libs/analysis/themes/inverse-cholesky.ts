/** Nothing is divided by less: of points that do not differ along an axis, nothing is known of it. */
const LEAST_VARIANCE = 1e-12;

/**
 * The inverse of Cholesky's factor of a covariance matrix: points multiplied by it have variance 1 in every direction.
 * Both matrices are row after row, lower triangles; what is above is zero.
 */
export function inverseCholesky(covariance: Float64Array, dimensions: number): Float64Array {
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
        row === column ? Math.sqrt(Math.max(LEAST_VARIANCE, left)) : left / (factor[other + column] ?? 1);
    }
  }
  return factor;
}
