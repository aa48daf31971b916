import type { RecordChange } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';
import { replacedBy } from '../storage/memory.factory.js';
import { keyOf, type Outcomes } from './batch-outcome.js';

/** A memory of a batch, and what is stored for it. */
export interface Step {
  readonly given: Memory;
  readonly after: Memory;
  /** The record that it replaces; undefined: it is new. */
  readonly before?: Memory;
}

export function isChange(step: Step): step is Step & RecordChange {
  return step.before !== undefined;
}

/** Where external ids that are there already are passed over, each memory of a batch is new. */
export function stepsOfNew(batch: readonly Memory[]): Step[] {
  return batch.map((given) => ({ given, after: given }));
}

/**
 * Each memory of a batch as if it came alone, in their order: it replaces the record with its external id, whose type stays.
 * @param live records that have external ids of the batch
 * @param outcomes gets those that are refused
 */
export function stepsOfReplacing(live: readonly Memory[], batch: readonly Memory[], outcomes: Outcomes): Step[] {
  const known = new Map(live.map((memory) => [memory.externalId, memory]));
  const types = new Map(live.map((memory) => [memory.externalId, memory.type]));
  return batch.flatMap((given): Step[] => {
    if (given.externalId === null) return [{ given, after: given }];
    const type = types.get(given.externalId) ?? given.type;
    types.set(given.externalId, type);
    if (type !== given.type) {
      const reason = `type cannot change: the memory with this externalId is of the type ${type}`;
      outcomes.set(given, { outcome: 'refused', field: 'type', reason });
      return [];
    }
    const before = known.get(given.externalId);
    return [before === undefined ? { given, after: given } : { given, before, after: replacedBy(before, given) }];
  });
}

/** Of several with one external id the last; of records that are that already nothing, which their outcomes say. */
export function lastOfEach(steps: readonly Step[], outcomes: Outcomes): Step[] {
  const last = [...new Map(steps.map((step) => [keyOf(step.given), step])).values()];
  return last.filter(({ given, before, after }) => {
    if (after !== before) return true;
    outcomes.set(keyOf(given), { outcome: 'replaced', memory: after, unchanged: true });
    return false;
  });
}
