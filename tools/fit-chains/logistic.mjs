/** Multinomial logistic regression with a ridge, by Adam on all rows; the same numbers in every run. */

/**
 * @param rows [{ x: number[], y: class, weight? }]
 * @returns weights a class, intercept last, for signals as given
 */
export function fitClasses(rows, classes, { ridge = 1e-3, steps = 400, rate = 0.05 } = {}) {
  const width = rows[0].x.length;
  const scale = scaling(rows, width);
  const n = rows.length;
  const x = new Float64Array(n * (width + 1));
  rows.forEach((row, i) => {
    for (let j = 0; j < width; j++) x[i * (width + 1) + j] = (row.x[j] - scale.mean[j]) / scale.deviation[j];
    x[i * (width + 1) + width] = 1;
  });
  const total = rows.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const size = classes * (width + 1);
  const [w, m, v, g] = [0, 0, 0, 0].map(() => new Float64Array(size));
  const p = new Float64Array(classes);
  for (let step = 1; step <= steps; step++) {
    g.fill(0);
    for (let i = 0; i < n; i++) gradient(x.subarray(i * (width + 1), (i + 1) * (width + 1)), rows[i], w, g, p, total);
    const speed = rate * (step < steps / 2 ? 1 : step < steps * 0.8 ? 0.3 : 0.1);
    for (let k = 0; k < size; k++) {
      const bias = (k + 1) % (width + 1) === 0;
      const slope = g[k] + (bias ? 0 : ridge * w[k]);
      m[k] = 0.9 * m[k] + 0.1 * slope;
      v[k] = 0.999 * v[k] + 0.001 * slope * slope;
      w[k] -= (speed * (m[k] / (1 - 0.9 ** step))) / (Math.sqrt(v[k] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return Array.from({ length: classes }, (_, c) => unscaled(w.subarray(c * (width + 1), (c + 1) * (width + 1)), scale));
}

function gradient(x, { y, weight = 1 }, w, g, p, total) {
  const width = x.length;
  const classes = p.length;
  let highest = -Infinity;
  for (let c = 0; c < classes; c++) {
    let sum = 0;
    for (let j = 0, k = c * width; j < width; j++, k++) sum += w[k] * x[j];
    p[c] = sum;
    if (sum > highest) highest = sum;
  }
  let norm = 0;
  for (let c = 0; c < classes; c++) norm += p[c] = Math.exp(p[c] - highest);
  for (let c = 0; c < classes; c++) {
    const error = ((p[c] / norm - (c === y ? 1 : 0)) * weight) / total;
    if (Math.abs(error) < 1e-12) continue;
    for (let j = 0, k = c * width; j < width; j++, k++) g[k] += error * x[j];
  }
}

/**
 * One row of weights: whether, not which. What `fitClasses` of two gives, whose weights are each other's negatives, by half
 * the work.
 */
export function fitYes(rows, { ridge = 1e-3, steps = 400, rate = 0.05 } = {}) {
  const width = rows[0].x.length;
  const scale = scaling(rows, width);
  const x = new Float64Array(rows.length * (width + 1));
  rows.forEach((row, i) => {
    for (let j = 0; j < width; j++) x[i * (width + 1) + j] = (row.x[j] - scale.mean[j]) / scale.deviation[j];
    x[i * (width + 1) + width] = 1;
  });
  const total = rows.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const [w, m, v, g] = [0, 0, 0, 0].map(() => new Float64Array(width + 1));
  for (let step = 1; step <= steps; step++) {
    g.fill(0);
    for (let i = 0; i < rows.length; i++) {
      const own = x.subarray(i * (width + 1), (i + 1) * (width + 1));
      const { y, weight = 1 } = rows[i];
      let sum = 0;
      for (let j = 0; j <= width; j++) sum += w[j] * own[j];
      const error = ((1 / (1 + Math.exp(-2 * sum)) - y) * weight) / total;
      if (Math.abs(error) < 1e-12) continue;
      for (let j = 0; j <= width; j++) g[j] += error * own[j];
    }
    const speed = rate * (step < steps / 2 ? 1 : step < steps * 0.8 ? 0.3 : 0.1);
    for (let j = 0; j <= width; j++) {
      const slope = g[j] + (j === width ? 0 : ridge * w[j]);
      m[j] = 0.9 * m[j] + 0.1 * slope;
      v[j] = 0.999 * v[j] + 0.001 * slope * slope;
      w[j] -= (speed * (m[j] / (1 - 0.9 ** step))) / (Math.sqrt(v[j] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return unscaled(w, scale).map((value) => 2 * value);
}

function scaling(rows, width) {
  const mean = new Float64Array(width);
  const deviation = new Float64Array(width);
  for (const { x } of rows) for (let j = 0; j < width; j++) mean[j] += x[j] / rows.length;
  for (const { x } of rows) for (let j = 0; j < width; j++) deviation[j] += (x[j] - mean[j]) ** 2 / rows.length;
  for (let j = 0; j < width; j++) deviation[j] = Math.max(Math.sqrt(deviation[j]), 1e-3);
  return { mean, deviation };
}

function unscaled(w, { mean, deviation }) {
  const width = mean.length;
  const weights = Array.from({ length: width }, (_, j) => w[j] / deviation[j]);
  const intercept = w[width] - weights.reduce((sum, value, j) => sum + value * mean[j], 0);
  return [...weights, intercept];
}
