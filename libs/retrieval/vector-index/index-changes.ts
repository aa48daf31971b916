import type { TenantId } from '@mneme/platform/ids';

/** A memory whose index entry was written or removed, by whichever process. */
export interface IndexChange {
  readonly memoryId: string;
  /** That the index was to have: of a removal, one that it never has. */
  readonly version: number;
  /** Whether the index is known to have it; otherwise it may be written at any moment. */
  readonly settled: boolean;
}

/** What has changed, and up to when. */
export interface ChangesSince {
  /** To be given with the next question. */
  readonly moment: string;
  /** `unknown` where they are too many, or too long ago, to be named. */
  readonly changes: readonly IndexChange[] | 'unknown';
}

/** Of which state of a tenant's index an answer is: it holds as long as nothing changes from its moment on. */
export interface IndexStanding {
  readonly modelId: string;
  /** As `IndexChanges` has them. */
  readonly moment: string;
  /** Of what is in memory: which copy of the tenant, and how often it was brought up to date. */
  readonly table: number;
  readonly revision: number;
}

/** Names what all processes changed in a tenant's index. Implemented by the feature that stores memories. */
export abstract class IndexChanges {
  /**
   * Everything whose write was answered before this call is named, at this call or an earlier one.
   * @param moment of the call before; without one only the moment is of use
   */
  abstract since(tenantId: TenantId, modelId: string, moment?: string): Promise<ChangesSince>;
}
