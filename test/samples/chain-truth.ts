import { sampleFile } from './sample-tenant.js';

export type Role = 'trigger' | 'option' | 'evidence' | 'decision' | 'action' | 'outcome' | 'reversal';

export interface ChainEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: string;
  /** The reversal at its end stands for a decision. */
  readonly reversalAsDecision?: true;
}

export interface ChainNode {
  readonly externalId: string;
  readonly role: Role;
  readonly at: string;
}

export interface Chain {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  readonly status: 'found' | 'reversed' | 'no_outcome';
  readonly decision: string;
  readonly nodes: readonly ChainNode[];
  readonly edges: readonly ChainEdge[];
  readonly trunk: readonly string[];
  readonly decoys: readonly string[];
  readonly notes: string;
  readonly interleavesWith?: readonly string[];
  readonly toldLater?: readonly string[];
}

export interface ChainTruth {
  readonly chains: readonly Chain[];
  readonly decoys: readonly string[];
}

export function chainTruth(): ChainTruth {
  return JSON.parse(sampleFile('truth/chains.json')) as ChainTruth;
}
