import { LRUCache } from 'lru-cache';

/** About 10 MB of words. */
const MAX = 5_000;

/**
 * A function of a text alone that keeps its latest answers: each request of a tenant reads the same memories, and each
 * memory twice. What it gives back is shared, and not to be changed.
 */
export function memoizeByText<T extends object>(of: (text: string) => T): (text: string) => T {
  const known = new LRUCache<string, T>({ max: MAX });
  return (text) => {
    const answer = known.get(text) ?? of(text);
    known.set(text, answer);
    return answer;
  };
}
