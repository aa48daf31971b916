/** The longest content that the service takes, in code points. */
export const MAX_CONTENT = 10_000;
/** A cut is looked for within this last part of what fits. */
const SEARCHED = 2_000;
/** Where a text is best cut, and a place that is better than none last. */
const BREAKS = ['\n\n', '\n', '. ', ' '];

/** A text in pieces that each fit into a memory. Put together again they are the text. */
export function contentParts(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  // A code point has one or two units: what has few enough units has few enough code points.
  while (text.length - from > MAX_CONTENT) {
    const to = cut(text, from);
    parts.push(text.slice(from, to));
    from = to;
  }
  parts.push(text.slice(from));
  return parts;
}

function cut(text: string, from: number): number {
  const end = from + MAX_CONTENT;
  const searched = text.slice(end - SEARCHED, end);
  for (const mark of BREAKS) {
    const at = searched.lastIndexOf(mark);
    if (at >= 0) return end - SEARCHED + at + mark.length;
  }
  return isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
