import { meanDirection, sketchOf } from './vector-sketch.js';

/** Unit vectors whose cosine is known. */
function pair(cosine: number, dimensions: number): [Float32Array, Float32Array] {
  const random = Float32Array.from({ length: dimensions }, (_, i) => (Math.sin(i * 12.9898) * 43758.5453) % 1);
  const length = Math.hypot(...random);
  const a = random.map((value) => value / length);
  const other = a.map((value, i) => (i % 2 === 0 ? -(a[i + 1] ?? 0) : (a[i - 1] ?? value)));
  const b = a.map((value, i) => cosine * value + Math.sqrt(1 - cosine * cosine) * (other[i] ?? 0));
  return [a, b];
}

function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [sum, left, right] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    sum += (a[i] ?? 0) * (b[i] ?? 0);
    left += (a[i] ?? 0) ** 2;
    right += (b[i] ?? 0) ** 2;
  }
  return sum / Math.sqrt(left * right);
}

describe('sketches', () => {
  it.each([0.95, 0.7, 0.3, 0, -0.5])('of vectors with cosine %p are about as alike', (cosine) => {
    const [a, b] = pair(cosine, 256);
    expect(cosineOf(a, b)).toBeCloseTo(cosine, 5);
    expect(Math.abs(cosineOf(sketchOf(a), sketchOf(b)) - cosine)).toBeLessThan(0.3);
  });

  it('are the same for all time: stored ones are compared with new ones', () => {
    const [vector] = pair(0, 256);
    expect([...sketchOf(vector).subarray(0, 8)]).toEqual([-27, 40, 74, 29, -69, 20, -5, -15]);
  });
});

describe('the mean direction', () => {
  it('is the vector itself for one passage, and of unit length for several', () => {
    const [a, b] = pair(0.5, 16);
    expect(meanDirection([a])).toBe(a);
    const mean = meanDirection([a, b]);
    expect(Math.hypot(...mean)).toBeCloseTo(1, 5);
    expect(cosineOf(mean, a)).toBeCloseTo(cosineOf(mean, b), 5);
  });
});
