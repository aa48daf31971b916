import { LINK_KINDS, type WrittenLink } from './memory-features.js';

const MOST_LINKS = 50;
const LONGEST_ID = 128;

/** The memory ids that the metadata names: a string or an array of strings under each of `LINK_KINDS`; at most 50. */
export function linksOf(metadata: Readonly<Record<string, unknown>>): WrittenLink[] {
  return LINK_KINDS.flatMap((kind) => {
    const value = metadata[kind];
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
    return ids.filter(isId).map((to) => ({ kind, to }));
  }).slice(0, MOST_LINKS);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST_ID;
}
