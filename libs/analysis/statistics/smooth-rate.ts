const ROUNDS = 6;
/** Keeps rates within e^±4 of what is expected where counts are all zero. */
const MAX_LOG = 4;
const RIDGE = 1e-6;

/**
 * Counts that rise, fall, or turn once: fits expected · exp(a + b·t + c·t²) to them (Poisson regression by iterated
 * weighted least squares) and gives its means. What is left over shows how far the counts scatter around any such curve.
 * @param expected positive
 * @param times about −1 to 1
 */
export function smoothRate(
  observed: readonly number[],
  expected: readonly number[],
  times: readonly number[],
): number[] {
  let coefficients: Triple = [0, 0, 0];
  const logAt = (time: number): number =>
    clamp(coefficients[0] + coefficients[1] * time + coefficients[2] * time * time);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Sums of weight · t^k for k = 0..4, and of weight · working response · t^k for k = 0..2.
    const moments = [RIDGE, 0, RIDGE, 0, RIDGE];
    const responses: Triple = [0, 0, 0];
    times.forEach((time, at) => {
      const log = logAt(time);
      const mean = (expected[at] ?? 0) * Math.exp(log);
      const response = mean * log + (observed[at] ?? 0) - mean;
      for (let power = 0; power < 5; power += 1) moments[power] = (moments[power] ?? 0) + mean * time ** power;
      responses[0] += response;
      responses[1] += response * time;
      responses[2] += response * time * time;
    });
    coefficients = solved(moments, responses);
  }
  return times.map((time, at) => (expected[at] ?? 0) * Math.exp(logAt(time)));
}

type Triple = [number, number, number];

/** Cramer's rule for the symmetric system whose entry (i, j) is moments[i + j]. */
function solved(moments: readonly number[], [x, y, z]: Triple): Triple {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = moments;
  const determinant = (p: Triple, q: Triple, r: Triple): number =>
    p[0] * (q[1] * r[2] - q[2] * r[1]) - q[0] * (p[1] * r[2] - p[2] * r[1]) + r[0] * (p[1] * q[2] - p[2] * q[1]);
  const columns: [Triple, Triple, Triple] = [
    [a, b, c],
    [b, c, d],
    [c, d, e],
  ];
  const whole = determinant(...columns);
  if (whole === 0) return [0, 0, 0];
  const values: Triple = [x, y, z];
  return [
    determinant(values, columns[1], columns[2]) / whole,
    determinant(columns[0], values, columns[2]) / whole,
    determinant(columns[0], columns[1], values) / whole,
  ];
}

function clamp(log: number): number {
  return Math.max(-MAX_LOG, Math.min(MAX_LOG, log));
}
