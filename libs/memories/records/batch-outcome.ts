import { DomainError } from '@mneme/platform/errors';
import { formatId } from '@mneme/platform/ids';
import type { Memory } from '../storage/memory.entity.js';

/** What is done where the tenant has an external id already: nothing, the memory becomes what is given, or it is an error. */
export type OnConflict = 'skip' | 'replace' | 'fail';

/** What became of one memory of a batch. `present`: the tenant has its external id already. */
export type BatchOutcome =
  | { readonly outcome: 'created'; readonly memory: Memory }
  | { readonly outcome: 'replaced'; readonly memory: Memory; /** It was that already. */ readonly unchanged?: true }
  | { readonly outcome: 'present'; readonly id?: string | undefined }
  | { readonly outcome: 'overQuota'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly field: string; readonly reason: string };

export const PRESENT: BatchOutcome = { outcome: 'present' };

/** What is known of a batch so far: of single memories, and of all that have one external id. */
export type Outcomes = Map<Memory | string, BatchOutcome>;

/** What memories of one external id share; one without is by itself. */
export function keyOf(memory: Memory): Memory | string {
  return memory.externalId ?? memory;
}

/** Of each memory of the batch, in their order. Of several that one external id has made, the first one created it. */
export function outcomesOf(
  batch: readonly Memory[],
  outcomes: Readonly<Outcomes>,
  onConflict: OnConflict,
): BatchOutcome[] {
  const seen = new Set<Memory | string>();
  return batch.map((memory) => {
    const own = outcomes.get(memory);
    if (own !== undefined && memory.externalId !== null) return own;
    const [key, shared = PRESENT] = [keyOf(memory), outcomes.get(keyOf(memory))];
    const isFirst = !seen.has(key);
    seen.add(key);
    if (isFirst || shared.outcome !== 'created') return shared;
    return onConflict === 'replace' ? { outcome: 'replaced', memory: shared.memory } : PRESENT;
  });
}

/** Those that were stored or changed, each once. */
export function writtenOf(outcomes: readonly BatchOutcome[]): Memory[] {
  const written = outcomes.flatMap((each) =>
    each.outcome === 'created' || (each.outcome === 'replaced' && each.unchanged !== true) ? [each.memory] : [],
  );
  return [...new Set(written)];
}

/** The message for a client whose external id another memory has. */
export function takenBy(id: string | undefined): string {
  return `externalId is that of ${id === undefined ? 'another memory' : formatId('mem', id)} already`;
}

/** @throws DomainError duplicate, insufficientQuota, validation where the memory was not written */
export function assertWritten(outcome: BatchOutcome | undefined): void {
  if (outcome?.outcome === 'present') throw DomainError.duplicate(takenBy(outcome.id), 'externalId');
  if (outcome?.outcome === 'overQuota') throw DomainError.insufficientQuota(outcome.reason);
  if (outcome?.outcome === 'refused') throw DomainError.validation(outcome.reason, outcome.field);
}
