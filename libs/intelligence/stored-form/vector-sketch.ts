/** Numbers in a sketch. */
export const SKETCH_SIZE = 64;

const SEED = 0x6d6e656d;
/** Projections of a unit vector have a deviation of 1: so four of them fill a byte. */
const SCALE = 127 / 4;

/** Axes that are summed up at once: one by one, each addition would wait for the last. */
const TOGETHER = 4;

const projections = new Map<number, Int8Array>();

/**
 * A vector's direction in 64 bytes, for comparing a whole tenant: a projection on 64 fixed random axes, so that sketches
 * of one model stay comparable whichever process made them. The cosine of two sketches is that of the vectors, give or
 * take 0.12.
 */
export function sketchOf(vector: Float32Array): Int8Array {
  const signs = projectionOf(vector.length);
  const sketch = new Int8Array(SKETCH_SIZE);
  for (let axis = 0, at = 0; axis < SKETCH_SIZE; axis += TOGETHER) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < vector.length; i++, at += TOGETHER) {
      const value = vector[i] ?? 0;
      a += value * (signs[at] ?? 0);
      b += value * (signs[at + 1] ?? 0);
      c += value * (signs[at + 2] ?? 0);
      d += value * (signs[at + 3] ?? 0);
    }
    sketch.set([a, b, c, d].map(asByte), axis);
  }
  return sketch;
}

/** The direction of a memory with several passages: their mean, of unit length. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = vectors;
  if (vectors.length === 1) return first;
  const sum = first.map((_, i) => vectors.reduce((total, vector) => total + (vector[i] ?? 0), 0));
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

function asByte(sum: number): number {
  return Math.max(-127, Math.min(127, Math.round(sum * SCALE)));
}

/** Signs, the same for all time: drawn axis by axis, they lie in the order in which they are read. */
function projectionOf(dimensions: number): Int8Array {
  const known = projections.get(dimensions);
  if (known !== undefined) return known;
  const random = randomBits(SEED);
  const signs = new Int8Array(SKETCH_SIZE * dimensions);
  for (let axis = 0; axis < SKETCH_SIZE; axis++) {
    const block = axis - (axis % TOGETHER);
    for (let i = 0; i < dimensions; i++) {
      signs[block * dimensions + i * TOGETHER + (axis % TOGETHER)] = random() ? 1 : -1;
    }
  }
  projections.set(dimensions, signs);
  return signs;
}

/** Mulberry32, its highest bit. */
function randomBits(seed: number): () => boolean {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) < 0;
  };
}
