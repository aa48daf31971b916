import type { NodeRole, Relation } from './chain-report.js';

/** A memory that a language model gave a role, and the words of the memory that it bases this on. */
export interface JudgedMember {
  readonly memoryId: string;
  readonly role: Exclude<NodeRole, 'decision'>;
  readonly quote: string;
}

/** A relation that a language model stated, and the words of one of the two memories that it bases this on. */
export interface JudgedEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
  readonly quote: string;
}

/**
 * What a language model says of a decision, as far as it was verified: memories are among those it was shown, quotes are
 * verbatim, every edge follows the grammar and runs forward in time.
 */
export interface JudgedStory {
  /** The memory that records the decision. */
  readonly decision: string;
  /** Each memory once, without the decision. */
  readonly members: readonly JudgedMember[];
  readonly edges: readonly JudgedEdge[];
}
