import type { Background, RolePrototypes } from '../types/chain-input.js';
import { dots } from '../model/dot-product.js';

/** How many others each vector is compared with: 300 vectors make 3,600 pairs. */
const OTHERS = 12;
/** But with fewer where that takes more products, which take 3 ms. */
const MAX_PRODUCTS = 2_000_000;
/** Enough to tell vectors apart. */
const TOLD_BY = 8;

/**
 * What a tenant's memories have in common, and what cosines of unrelated ones look like once that is taken away; a few
 * hundred vectors spread over the tenant are enough. The same vectors give the same numbers in any order,
 * and one more or less brings no new pairs but its own and those beside it: an answer must not turn with a memory that has
 * nothing to do with it. What is stored again counts once.
 *
 * @param prototypes count like memories: the fewer a tenant has, the more its notes are taken to be like all notes
 */
export function backgroundOf(vectors: readonly Float32Array[], prototypes: RolePrototypes): Background {
  const all = withoutCopies(shuffled([...vectors, ...Object.values(prototypes).flat()]));
  const centre = meanOf(all);
  const cosines = cosinesFrom(centre, all);
  const mean = cosines.reduce((sum, value) => sum + value, 0) / Math.max(1, cosines.length);
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, cosines.length);
  return { centre, mean, deviation: Math.max(Math.sqrt(variance), 0.01) };
}

/** Of the directions from a centre, which need not be made for it: of each vector with those that come next in a circle. */
function cosinesFrom(centre: Float32Array, vectors: readonly Float32Array[]): number[] {
  const [square = 0] = dots(centre, [centre]);
  const along = dots(centre, vectors);
  const lengths = along.map((part) => Math.sqrt(Math.max(0, 1 - 2 * part + square)));
  const others = Math.min(OTHERS, Math.floor((vectors.length - 1) / 2), affordable(vectors));
  return vectors.flatMap((vector, i) => {
    const places = Array.from({ length: others }, (_, k) => (i + 1 + k) % vectors.length);
    const products = dots(
      vector,
      places.map((place) => vectors[place] ?? vector),
    );
    return places.map((place, k) => {
      const [own, other] = [along[i] ?? 0, along[place] ?? 0];
      const length = (lengths[i] ?? 0) * (lengths[place] ?? 0);
      return ((products[k] ?? 0) - own - other + square) / Math.max(length, 1e-9);
    });
  });
}

function affordable(vectors: readonly Float32Array[]): number {
  return Math.max(1, Math.floor(MAX_PRODUCTS / Math.max(1, vectors.length * (vectors[0]?.length ?? 0))));
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  return Float32Array.from(sum, (value) => value / vectors.length);
}

/** By chance, and always in the same order. */
function shuffled(vectors: readonly Float32Array[]): Float32Array[] {
  return vectors
    .map((vector) => ({ vector, place: placeOf(vector) }))
    .sort((a, b) => a.place - b.place)
    .map(({ vector }) => vector);
}

/** @param shuffled which brings copies side by side */
function withoutCopies(shuffled: readonly Float32Array[]): readonly Float32Array[] {
  return shuffled.filter((vector, i) => {
    const before = shuffled[i - 1];
    return before === undefined || vector.some((value, index) => value !== before[index]);
  });
}

/** FNV-1a of the bits of its first numbers. */
function placeOf(vector: Float32Array): number {
  const bits = new Uint32Array(vector.slice(0, TOLD_BY).buffer);
  return bits.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193), 0x811c9dc5) >>> 0;
}
