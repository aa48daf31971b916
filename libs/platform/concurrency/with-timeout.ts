import { setTimeout as pause } from 'node:timers/promises';

/**
 * The promise, or what `late` returns or throws where it has not settled within the time. The promise itself goes on: its
 * later failure is ignored.
 */
export async function withTimeout<T, L>(promise: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  const settled = new AbortController();
  const limit = pause(ms, undefined, { signal: settled.signal }).then(late);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    settled.abort();
  }
}
