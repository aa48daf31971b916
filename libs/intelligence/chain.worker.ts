import { likelyDecisions, mermaidOf, reconstructChains, type ChainInput, type ChainReport } from '@mneme/analysis';

/** Chains, and each drawn as a flowchart. */
export interface ReconstructedChains {
  readonly report: ChainReport;
  readonly mermaid: readonly string[];
}

/** Task `chains`. */
export function chains(input: ChainInput): ReconstructedChains {
  const report = reconstructChains(input);
  return { report, mermaid: report.chains.map(mermaidOf) };
}

/** Task `likely`. */
export function likely(input: ChainInput): string[] {
  return likelyDecisions(input);
}
