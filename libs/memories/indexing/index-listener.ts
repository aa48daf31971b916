import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import type { Memory } from '../storage/memory.entity.js';

/** A record that the index of a model has, with the vectors of its passages. */
export interface IndexedRecord {
  readonly memory: Memory;
  /** At least one, of unit length, in the order of the passages. */
  readonly vectors: readonly Float32Array[];
}

/** What a follower writes, in the transaction that takes the records out of the index queue. */
export type FollowUp = (tx: EntityManager) => Promise<void>;

/**
 * What a feature keeps of each memory beside the index, made from the record and its vectors. It comes after the
 * response, with the queue's guarantees: a record leaves the queue together with what its followers wrote, and where one
 * of them fails the sweep tries again.
 */
export abstract class IndexListener {
  /**
   * Outside of any transaction; may take its time. The same record may come twice, and an old version after a new one.
   * @param modelId whose vectors they are; while one model takes over from another, each record comes with both
   * @throws where the records are to come again
   */
  abstract follow(tenantId: TenantId, modelId: string, records: readonly IndexedRecord[]): Promise<FollowUp>;

  /** Called once, when no more records will come. */
  abstract close(): Promise<void>;
}
