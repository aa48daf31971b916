import { LINK_KINDS, type LinkKind, type WrittenLink } from './memory-features.js';

const MAX_LINKS = 50;
const MAX_ID_LENGTH = 128;
/** They say least: a note may be related to hundreds, and is of one decision. */
const LOOSE: ReadonlySet<LinkKind> = new Set(['relatedTo', 'replyTo']);

interface Placed extends WrittenLink {
  /** Among the links of its kind. */
  readonly place: number;
}

/**
 * The memory ids that the metadata names: a string or an array of strings under each of `LINK_KINDS`. Of more than 50 in
 * all, those under `causedBy`, `decisionId` and `supersedes` go before the others, and no kind takes the room of another
 * beside it: of each the first, then of each the second.
 */
export function linksOf(metadata: Readonly<Record<string, unknown>>): WrittenLink[] {
  const written = LINK_KINDS.flatMap((kind) => placed(kind, metadata[kind]));
  const kept = new Set([...written].sort(byWeight).slice(0, MAX_LINKS));
  return written.filter((link) => kept.has(link)).map(({ kind, to }) => ({ kind, to }));
}

function placed(kind: LinkKind, value: unknown): Placed[] {
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  return ids.filter(isId).map((to, place) => ({ kind, to, place }));
}

function byWeight(a: Placed, b: Placed): number {
  return Number(LOOSE.has(a.kind)) - Number(LOOSE.has(b.kind)) || a.place - b.place;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH;
}
