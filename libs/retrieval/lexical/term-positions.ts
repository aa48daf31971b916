import { analyzeWords } from './analyzer.js';
import { termHash } from './term-hash.js';

/** Where a text holds a term: UTF-16 offsets, end exclusive. */
export interface TermPosition {
  readonly term: number;
  readonly start: number;
  readonly end: number;
}

/** A text, and the terms to look for in it. */
export interface PositionTask {
  readonly text: string;
  readonly wanted: readonly number[];
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
/** What joins its neighbours to one term: "max-connections". */
const joiners = /^[-\u2010\u2011.:/]$/u;
/** And what joins digits: "912 345 678". */
const blanks = /^[ \u00a0\u202f]$/u;
const digits = /^\d+$/;
const telling = /[\p{L}\p{N}\p{Emoji}]/u;
const MAX_POSITIONS = 100;
const MAX_JOINED = 7;

/** The places of a text that hold any of the terms, in order, the first 100. About 2 ms for 1,000 characters. */
export function termPositions(text: string, wanted: ReadonlySet<number>): TermPosition[] {
  if (wanted.size === 0) return [];
  const segments = Array.from(words.segment(text), ({ segment, index }) => ({ text: segment, start: index }));
  const found: TermPosition[] = [];
  for (let i = 0; i < segments.length && found.length < MAX_POSITIONS;) {
    const held = heldFrom(segments, i, wanted);
    if (held !== undefined) found.push(held.position);
    i = held?.next ?? i + 1;
  }
  return found;
}

interface Segment {
  readonly text: string;
  readonly start: number;
}

/** The shortest stretch of joined segments that makes a wanted term, and begins with one or a few behind it. */
function heldFrom(
  segments: readonly Segment[],
  first: number,
  wanted: ReadonlySet<number>,
): { readonly position: TermPosition; readonly next: number } | undefined {
  if (!telling.test(segments[first]?.text ?? '')) return undefined;
  for (let next = first + 1; next <= Math.min(segments.length, first + MAX_JOINED); next++) {
    const stretch = segments.slice(first, next);
    if (termIn(stretch, wanted) !== undefined) return { position: shortest(stretch, wanted), next };
    if (!goesOn(segments, next)) return undefined;
  }
  return undefined;
}

/** Whether the segment at a place may belong to one term with the one before it. */
function goesOn(segments: readonly Segment[], place: number): boolean {
  const text = (at: number): string => segments[at]?.text ?? '';
  if (joiners.test(text(place)) || joiners.test(text(place - 1))) return true;
  if (blanks.test(text(place))) return digits.test(text(place - 1)) && digits.test(text(place + 1));
  return blanks.test(text(place - 1));
}

/** "Call 912 345 678" holds what "912 345 678" does. */
function shortest(stretch: readonly Segment[], wanted: ReadonlySet<number>): TermPosition {
  const from = stretch.findLastIndex((_, i) => termIn(stretch.slice(i), wanted) !== undefined);
  const held = stretch.slice(from);
  const [start, end] = [held[0]?.start ?? 0, held.at(-1)];
  return { term: termIn(held, wanted) ?? 0, start, end: (end?.start ?? start) + (end?.text.length ?? 0) };
}

function termIn(stretch: readonly Segment[], wanted: ReadonlySet<number>): number | undefined {
  return analyzeWords(stretch.map(({ text }) => text).join(''))
    .map(({ term }) => termHash(term))
    .find((term) => wanted.has(term));
}
