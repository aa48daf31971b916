/** Numbers in a sketch. */
export const SKETCH_SIZE = 64;

const SEED = 0x6d6e656d;
/** Projections of a unit vector have a deviation of 1: so four of them fill a byte. */
const SCALE = 127 / 4;

const projections = new Map<number, Int8Array>();

/**
 * A vector's direction in 64 bytes, for comparing a whole tenant: a projection on 64 fixed random axes, so that sketches
 * of one model stay comparable whichever process made them. The cosine of two sketches is that of the vectors, give or
 * take 0.12.
 */
export function sketchOf(vector: Float32Array): Int8Array {
  const signs = projectionOf(vector.length);
  const sketch = new Int8Array(SKETCH_SIZE);
  for (let axis = 0; axis < SKETCH_SIZE; axis++) {
    let sum = 0;
    const from = axis * vector.length;
    for (let i = 0; i < vector.length; i++) sum += (vector[i] ?? 0) * (signs[from + i] ?? 0);
    sketch[axis] = Math.max(-127, Math.min(127, Math.round(sum * SCALE)));
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

/** Signs, axis by axis; the same for all time. */
function projectionOf(dimensions: number): Int8Array {
  const known = projections.get(dimensions);
  if (known !== undefined) return known;
  const random = randomBits(SEED);
  const signs = Int8Array.from({ length: SKETCH_SIZE * dimensions }, () => (random() ? 1 : -1));
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
