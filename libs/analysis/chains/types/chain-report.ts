import type { Role } from '../../features/role.js';

export const RELATIONS = [
  'raises',
  'weighed',
  'chosen',
  'rejected',
  'supports',
  'opposes',
  'led_to',
  'resulted_in',
  'superseded_by',
] as const;
export type Relation = (typeof RELATIONS)[number];

export type NodeRole = Exclude<Role, 'noise'>;

export interface ChainNode {
  readonly memoryId: string;
  readonly type: string;
  readonly role: NodeRole;
  /** Null where a language model gave the role: no one has measured how often it is right. */
  readonly roleConfidence: number | null;
  /** Event time, ISO 8601. */
  readonly at: string;
  /** At most 160 characters. */
  readonly excerpt: string;
  readonly onTrunk: boolean;
}

/** A memory that may belong to a chain, and is not told. */
export interface PossibleMember {
  readonly memoryId: string;
  readonly type: string;
  readonly at: string;
  readonly excerpt: string;
  /** Of belonging to the decision. */
  readonly probability: number;
}

/** Inferred from texts and times, stated by a metadata link, or stated by a language model with a quote that was checked. */
export const EDGE_BASES = ['inferred', 'explicit', 'judged'] as const;
export type EdgeBasis = (typeof EDGE_BASES)[number];

export interface ChainEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
  /** Null where a language model stated the relation. */
  readonly confidence: number | null;
  readonly basis: EdgeBasis;
  /** One to three reasons in words, the strongest first. */
  readonly why: readonly string[];
}

export type GapCode =
  'no_trigger' | 'single_option' | 'no_rationale' | 'no_action' | 'no_outcome' | 'superseded' | 'long_silence';

export interface ChainGap {
  readonly code: GapCode;
  /** In a few words. */
  readonly title: string;
  readonly sentence: string;
}

/** What was chosen or not, in the words of a memory: of the option, or of the decision itself. */
export interface ChainOption {
  readonly memoryId: string;
  readonly text: string;
}

export interface ChainDecision {
  readonly memoryId: string;
  readonly text: string;
  readonly at: string;
  readonly chosen?: ChainOption | undefined;
  readonly rejected: readonly ChainOption[];
}

export interface Chain {
  /** `chain_` and eight characters, the same for the same decision. */
  readonly id: string;
  /** Probability that every edge of the trunk is right; null where a language model chose the members. */
  readonly confidence: number | null;
  readonly headline: string;
  readonly decision: ChainDecision;
  /** By event time, then as they were stored. */
  readonly nodes: readonly ChainNode[];
  /** The likeliest first, at most 20. */
  readonly possible: readonly PossibleMember[];
  readonly edges: readonly ChainEdge[];
  /** Memory ids from first to last. */
  readonly trunk: readonly string[];
  /** Memory ids of the options that were not taken. */
  readonly alternatives: readonly string[];
  /** Memory id of the later decision. */
  readonly supersededBy?: string | undefined;
  readonly gaps: readonly ChainGap[];
  readonly narrative: readonly string[];
}

/** A decision that a topic may ask for. */
export interface PossibleDecision {
  readonly memoryId: string;
  readonly text: string;
  readonly at: string;
  /** Of its being the one asked for. */
  readonly probability: number;
}

/** `partial`: every chain that was found lacks its beginning or its end. */
export type ChainStatus = 'found' | 'partial' | 'none';

export interface ChainReport {
  readonly status: ChainStatus;
  /** Why nothing was found; with `none` only. */
  readonly reason?: string | undefined;
  /** With `none` only: decisions that may be meant, the most probable first, at most three. */
  readonly candidates?: readonly PossibleDecision[] | undefined;
  /** Best first, at most three. */
  readonly chains: readonly Chain[];
  readonly stats: { readonly candidates: number };
  readonly method: { readonly version: string };
  readonly warnings: readonly string[];
}
