/**
 * Logistic regression of rows [x1, x2, …] on labels 0 or 1, by Newton's method; the first weight is the intercept.
 *
 * @param counts how often each row counts
 */
export function fit(rows, labels, counts, ridge = 1e-3) {
  const width = rows[0].length + 1;
  let weights = new Array(width).fill(0);
  for (let round = 0; round < 30; round++) {
    const gradient = weights.map((w) => -ridge * w);
    const hessian = Array.from({ length: width }, (_, i) =>
      Array.from({ length: width }, (_, j) => (i === j ? ridge : 0)),
    );
    rows.forEach((row, n) => {
      const p = predict(weights, row);
      const x = [1, ...row];
      for (let i = 0; i < width; i++) {
        gradient[i] += counts[n] * (labels[n] - p) * x[i];
        for (let j = 0; j < width; j++) hessian[i][j] += counts[n] * p * (1 - p) * x[i] * x[j];
      }
    });
    const step = solve(hessian, gradient);
    weights = weights.map((w, i) => w + step[i]);
    if (Math.max(...step.map(Math.abs)) < 1e-7) break;
  }
  return weights;
}

export function predict(weights, row) {
  return 1 / (1 + Math.exp(-row.reduce((sum, x, i) => sum + x * weights[i + 1], weights[0])));
}

/** Mean distance between predicted and observed frequency over ten bins of equal width, weighed by their size. */
export function calibrationError(probabilities, labels) {
  const bins = Array.from({ length: 10 }, () => ({ n: 0, predicted: 0, observed: 0 }));
  probabilities.forEach((p, i) => {
    const bin = bins[Math.min(9, Math.floor(p * 10))];
    bin.n++;
    bin.predicted += p;
    bin.observed += labels[i];
  });
  return bins.reduce((sum, { predicted, observed }) => sum + Math.abs(predicted - observed), 0) / probabilities.length;
}

function solve(matrix, vector) {
  const rows = matrix.map((row, i) => [...row, vector[i]]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i]) > Math.abs(best[i]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    for (let k = i + 1; k < rows.length; k++) {
      const factor = rows[k][i] / pivot[i];
      rows[k] = rows[k].map((value, j) => value - factor * pivot[j]);
    }
  }
  const x = new Array(rows.length).fill(0);
  for (let i = rows.length - 1; i >= 0; i--) {
    x[i] = (rows[i].at(-1) - x.reduce((sum, value, j) => sum + value * (rows[i][j] ?? 0), 0)) / rows[i][i];
  }
  return x;
}
