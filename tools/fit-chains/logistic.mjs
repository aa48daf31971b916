/** Logistic regressions with a ridge, by Adam on all rows; the same numbers in every run. */

/**
 * @param rows [{ x: number[], y: class, weight? }]
 * @returns weights a class, intercept last, for signals as given
 */
export function fitClasses(rows, classes, options) {
  const { scale, width, x, total } = standardised(rows);
  const p = new Float64Array(classes);
  const w = descend(classes * width, width, options, (now, g) => {
    rows.forEach((row, i) => addSlopes(x.subarray(i * width, (i + 1) * width), row, now, g, p, total));
  });
  return Array.from({ length: classes }, (_, c) => unscaled(w.subarray(c * width, (c + 1) * width), scale));
}

function addSlopes(x, { y, weight = 1 }, w, g, p, total) {
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
export function fitYes(rows, options) {
  const { scale, width, x, total } = standardised(rows);
  const w = descend(width, width, options, (now, g) => {
    rows.forEach(({ y, weight = 1 }, i) => {
      const from = i * width;
      let sum = 0;
      for (let j = 0; j < width; j++) sum += now[j] * x[from + j];
      const error = ((1 / (1 + Math.exp(-2 * sum)) - y) * weight) / total;
      if (Math.abs(error) < 1e-12) return;
      for (let j = 0; j < width; j++) g[j] += error * x[from + j];
    });
  });
  return unscaled(w, scale).map((value) => 2 * value);
}

/** Rows of signals in their deviations, one behind the other, a 1 at the end of each. */
function standardised(rows) {
  const signals = rows[0].x.length;
  const width = signals + 1;
  const scale = scaling(rows, signals);
  const x = new Float64Array(rows.length * width);
  rows.forEach((row, i) => {
    for (let j = 0; j < signals; j++) x[i * width + j] = (row.x[j] - scale.mean[j]) / scale.deviation[j];
    x[i * width + signals] = 1;
  });
  return { scale, width, x, total: rows.reduce((sum, { weight = 1 }) => sum + weight, 0) };
}

/**
 * Adam from nought. No ridge holds the last weight of each row.
 *
 * @param addSlopesTo adds the slopes where the weights are now
 */
function descend(size, width, { ridge = 1e-3, steps = 400, rate = 0.05 } = {}, addSlopesTo) {
  const [w, m, v, g] = [0, 0, 0, 0].map(() => new Float64Array(size));
  for (let step = 1; step <= steps; step++) {
    g.fill(0);
    addSlopesTo(w, g);
    const speed = rate * (step < steps / 2 ? 1 : step < steps * 0.8 ? 0.3 : 0.1);
    for (let k = 0; k < size; k++) {
      const bias = (k + 1) % width === 0;
      const slope = g[k] + (bias ? 0 : ridge * w[k]);
      m[k] = 0.9 * m[k] + 0.1 * slope;
      v[k] = 0.999 * v[k] + 0.001 * slope * slope;
      w[k] -= (speed * (m[k] / (1 - 0.9 ** step))) / (Math.sqrt(v[k] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return w;
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
