/** A stretch of a content; UTF-16 offsets, end exclusive. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

const WHOLE_UP_TO = 1_200;
const WANTED = 800;
const MAX = 16;

/**
 * A content of at MAX 1,200 UTF-16 units is one passage. A longer one becomes passages of about 800 on sentence ends,
 * overlapping by one sentence where that fits; where 16 do not suffice the passages grow instead.
 */
export function passagesOf(content: string): Passage[] {
  if (content.length <= WHOLE_UP_TO) return [{ start: 0, end: content.length }];
  for (let size = WANTED; ; size = Math.ceil(size * 1.2)) {
    const passages = group(sentences(content, size), size);
    if (passages.length <= MAX) return passages;
  }
}

function group(parts: readonly Passage[], size: number): Passage[] {
  const passages: Passage[] = [];
  let first = 0;
  while (first < parts.length) {
    const start = parts[first]?.start ?? 0;
    let last = first;
    while (last + 1 < parts.length && (parts[last + 1]?.end ?? 0) - start <= size) last++;
    passages.push({ start, end: parts[last]?.end ?? start });
    if (last + 1 >= parts.length) break;
    first = overlapFits(parts, first, last, size) ? last : last + 1;
  }
  return passages;
}

/** The last sentence opens the next passage too, unless the next one would then hold nothing else. */
function overlapFits(parts: readonly Passage[], first: number, last: number, size: number): boolean {
  return last > first && (parts[last + 1]?.end ?? 0) - (parts[last]?.start ?? 0) <= size;
}

/** Sentences in order and without gaps; one longer than `size` is cut at a space, or anywhere but within a surrogate pair. */
function sentences(content: string, size: number): Passage[] {
  const parts: Passage[] = [];
  let start = 0;
  for (const match of content.matchAll(/[.!?…]["'”’)\]]*\s+|[。！？]["」』”]*|\n\s*/gu)) {
    start = cut(content, start, match.index + match[0].length, size, parts);
  }
  cut(content, start, content.length, size, parts);
  return parts;
}

function cut(content: string, from: number, end: number, size: number, parts: Passage[]): number {
  let start = from;
  while (end - start > size) {
    const space = content.lastIndexOf(' ', start + size - 1);
    let stop = space > start + size / 2 ? space + 1 : start + size;
    if (isLowSurrogate(content.charCodeAt(stop))) stop--;
    parts.push({ start, end: stop });
    start = stop;
  }
  if (end > start) parts.push({ start, end });
  return end;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
