import type { ChainInput, ChainMemory } from '@mneme/analysis';
import type { ReconstructedChains } from '../workers/chain.worker.js';
import type { ChainTask } from '../workers/chain-worker.protocol.js';
import type { ChainRequestContext } from './chain-request.context.js';

/** How a decision came about. */
export interface DecisionChains extends ReconstructedChains {
  readonly asOf: Date;
  readonly modelId: string;
  /** Memories that the topic, and what by itself most probably is the decision, brought. */
  readonly considered: number;
  readonly warnings: readonly string[];
  /** Present where a language model judged the memories: which, and the version of its questions. */
  readonly judge?: { readonly model: string; readonly prompt: string };
}

/** Everything of an input but the memories and the counts of their names. */
export type Frame = Omit<ChainInput, 'memories' | 'entityCounts'>;

/** The chains that the fitted models make, and what they were made of. */
export interface GatheredChains {
  readonly context: ChainRequestContext;
  readonly frame: Frame;
  readonly memories: readonly ChainMemory[];
  readonly chains: DecisionChains;
}

export function taskOf(
  { modelId, keys, counts }: ChainRequestContext,
  frame: Frame,
  memories: readonly ChainMemory[],
): ChainTask {
  return { modelId, frame: { ...frame, entityCounts: counts }, memories, keys };
}
