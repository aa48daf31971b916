import type { ChainMemory } from '@mneme/analysis';
import type { MetadataFilter } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import type { KnownVersion } from './chain-rows.repository.js';

/** Which memories count for a request, and what it has read so far: each memory is read, and each name counted, once. */
export class ChainRequestContext {
  /** By UUID; null where a memory is not there, was stored later, is not analysed yet, or has other metadata. */
  readonly memories = new Map<string, ChainMemory | null>();
  /** By UUID, a number that tells a memory and its version from all others; absent while they change. */
  readonly keys = new Map<string, number>();
  /** Memories that were taken as they were remembered, and are still to be confirmed. */
  trusted: readonly KnownVersion[] = [];
  /** How many memories of the tenant mention a name, or carry a tag (`countedTag`) in one of its spellings. */
  readonly counts = new Map<string, number>();
  /** Spellings of tags that `counts` knows of. */
  readonly countedTags = new Set<string>();
  /** Memories that have no features or no vector yet. */
  missing = 0;

  /**
   * @param storedBy what was asked for as `asOf`
   * @param centre of the tenant's vectors
   * @param relevance in [0, 1], by UUID; see `TopicSearch.forTopic`
   * @param trusts whether remembered memories are taken as they are, and confirmed later, all at once
   * @param metadata that memories must have
   */
  constructor(
    readonly tenant: TenantId,
    readonly modelId: string,
    readonly asOf: Date,
    readonly storedBy: Date | undefined,
    readonly centre: Float32Array,
    readonly relevance: ReadonlyMap<string, number>,
    readonly trusts: boolean,
    readonly metadata: MetadataFilter | undefined,
  ) {}

  /** The same request that has read nothing yet. */
  again(trusts: boolean): ChainRequestContext {
    const { tenant, modelId, asOf, storedBy, centre, relevance, metadata } = this;
    return new ChainRequestContext(tenant, modelId, asOf, storedBy, centre, relevance, trusts, metadata);
  }
}
