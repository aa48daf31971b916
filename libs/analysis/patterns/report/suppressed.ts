import type { Suppressed } from '../types/pattern.js';
import type { FoundPatterns } from '../pattern-search.js';

/** What was left out and why; one entry a reason. */
export function suppressedOf(
  found: FoundPatterns,
  told: { readonly echoes: number; readonly overLimit: number },
): Suppressed[] {
  const { dropped } = found.table;
  const counts = new Map<string, number>();
  for (const { reason, count } of [
    { reason: 'too_few_episodes', count: dropped.tooRare },
    { reason: 'uninformative', count: dropped.tooCommon },
    { reason: 'same_memories', count: dropped.same },
    { reason: 'item_limit', count: dropped.overCap },
    { reason: 'no_power', count: found.withoutPower },
    ...found.runs.flatMap((run) => run.suppressed),
    { reason: 'explained_by_stronger', count: told.echoes },
    { reason: 'pattern_limit', count: told.overLimit },
  ]) {
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return Array.from(counts, ([reason, count]) => ({ reason, count })).filter(({ count }) => count > 0);
}
