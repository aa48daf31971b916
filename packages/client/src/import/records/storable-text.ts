const NUL = /\0/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** A text without what no database and no UTF-8 can hold: NUL goes, half of a surrogate pair becomes U+FFFD. */
export function storable(text: string): string {
  return text.replace(NUL, '').replace(LONE_SURROGATE, '\uFFFD');
}

/** The first so many code points. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  // A code point has one or two units, and one more shows whether anything is left.
  const points = Array.from(text.slice(0, 2 * length + 2));
  return points.length <= length ? text : points.slice(0, length).join('');
}
