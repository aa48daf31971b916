const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Nothing is read to tell that a text of one-byte characters, as V8 keeps Latin, has none. */
const HIGH_SURROGATE = /[\uD800-\uDBFF]/;

/** The number of Unicode code points, counted without making an array of them. */
export function codePoints(value: string): number {
  if (!HIGH_SURROGATE.test(value)) return value.length;
  let pairs = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < value.length) {
      const next = value.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        pairs++;
        i++;
      }
    }
  }
  return value.length - pairs;
}

/** What JSON Schema can say of `textFault`. */
export const STORABLE_PATTERN = '^[^\\u0000]*$';

/** What no database text and no UTF-8 can hold, and what would therefore be changed silently. */
export function textFault(value: string, path: string): string[] {
  if (value.includes('\u0000')) return [`${path} must not contain the NUL character`];
  return LONE_SURROGATE.test(value) ? [`${path} must not contain half of a surrogate pair`] : [];
}
