/**
 * The vector of a text that the model knows nothing of, from the text itself: of unit length, as every index wants it, the
 * same for the same text, and with a cosine of about 0 to every other vector. Such a text is found by its terms alone.
 */
export function unlikeAny(text: string, dimensions: number): Float32Array {
  let state = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x85ebca6b) ^ (state >>> 13);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 - 0.5;
  };
  const vector = Float32Array.from({ length: dimensions }, next);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
