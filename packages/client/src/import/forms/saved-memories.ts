import type { Draft } from '../records/draft.js';
import type { Notes } from '../records/import-notes.js';

/** A memory a line, after its date: `[2025-03-01] - Anna eats no meat`, also numbered or as a list. */
export const SAVED_MEMORY = /^\s*(?:[-*•]|\d+\.)?\s*\[([^\]\n]{1,30})\]\.?\s*[-–—:]?\s*(\S.*)$/;
/** Around or between the memories, as an assistant writes them. */
const ORNAMENT = /^\s*(?:```.*|#.*|\*\*.*\*\*:?|[-*_]{3,})\s*$/;
const LIST_ITEM = /^\s*(?:[-*•]|\d+\.)\s+(\S.*)$/;

/** The memory in a line of a text that was pasted, if there is one. */
export function* memoryInLine(line: string, notes: Notes): Generator<Draft> {
  if (ORNAMENT.test(line)) return;
  const [, date, dated] = SAVED_MEMORY.exec(line) ?? [];
  const content = dated ?? LIST_ITEM.exec(line)?.[1];
  if (content === undefined) return notes.skipped('a line without a memory');
  // ChatGPT writes `[unknown]` where it has no date.
  const createdAt = date?.trim().toLowerCase() === 'unknown' ? undefined : date;
  yield { content: content.trim(), type: 'semantic', tags: ['saved-memory'], createdAt };
}
