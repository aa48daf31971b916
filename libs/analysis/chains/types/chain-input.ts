import type { LinkKind, MemoryFeatures } from '../../features/memory-features.js';
import type { Role } from '../../features/role.js';

/** Memories a reconstruction looks at, at most. */
export const MAX_MEMORIES = 600;
/** Counting of a name or tag may end here: beyond it, it is common. */
export const MAX_COUNTED = 200;

/** A link from the metadata whose end is a memory of the same tenant. */
export interface ChainLink {
  readonly kind: LinkKind;
  readonly to: string;
}

/** A memory that may belong to a chain. */
export interface ChainMemory {
  readonly id: string;
  /** Event time, Unix milliseconds. */
  readonly at: number;
  /** When it was stored, Unix milliseconds: of memories of one day, the order. */
  readonly storedAt: number;
  readonly type: string;
  readonly content: string;
  /** In [0, 1]. */
  readonly importance: number;
  readonly tags: readonly string[];
  readonly features: MemoryFeatures;
  /** Of the whole memory, length 1. */
  readonly vector: Float32Array;
  /** How well the memory answers the topic, in [0, 1], to be compared and no probability; 0 where retrieval did not propose it. */
  readonly relevance: number;
  readonly links: readonly ChainLink[];
}

/** What a tenant's memories have in common, and what cosines of unrelated ones look like; see `backgroundOf`. */
export interface Background {
  /** The mean of its vectors; cosines are those of directions from here. */
  readonly centre: Float32Array;
  readonly mean: number;
  readonly deviation: number;
}

/** Vectors of `PROTOTYPE_SENTENCES` by the model in use, in the same order. */
export type RolePrototypes = Readonly<Record<Role, readonly Float32Array[]>>;

/** Both ends inclusive, in event time (Unix milliseconds); an open end is absent. */
export interface TimeRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What is asked for, with its vector and those of each of its `topicWordsOf`. */
export interface Topic {
  readonly text: string;
  readonly vector: Float32Array;
  readonly words: readonly { readonly word: string; readonly vector: Float32Array }[];
}

export interface ChainInput {
  readonly topic: Topic;
  /** The decision that is asked for, where that is known: one of the memories. */
  readonly decisionId?: string | undefined;
  /** At most `MAX_MEMORIES`, ids distinct. Those outside the time range are left out. */
  readonly memories: readonly ChainMemory[];
  readonly background: Background;
  readonly prototypes: RolePrototypes;
  /** Memories of the tenant. */
  readonly tenantSize: number;
  /**
   * Memories of the tenant that mention an entity (`features.entities`) or carry a tag (`#tag`), up to `MAX_COUNTED` or more;
   * unknown ones are taken as 1.
   */
  readonly entityCounts: ReadonlyMap<string, number>;
  /** "Now" of the answer, Unix milliseconds; memories after it are left out. */
  readonly asOf: number;
  readonly timeRange?: TimeRange | undefined;
}
