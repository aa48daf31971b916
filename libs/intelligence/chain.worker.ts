import { likelyDecisions, mermaidOf, reconstructChains } from '@mneme/analysis';
import type { ChainInput, ChainMemory, ChainReport, RolePrototypes } from '@mneme/analysis';
import { LRUCache } from 'lru-cache';
import { type Answer, sizeOf, type SentTask } from './chain-task.js';

const REMEMBERED_BYTES = 32_000_000;
/** One in use, and one that takes its place. */
const MODELS = 2;

/** By tenant, model, memory and version: what analysis makes of a memory alone is kept with it. */
const memories = new LRUCache<string, ChainMemory>({ maxSize: REMEMBERED_BYTES, sizeCalculation: sizeOf });
const prototypes = new LRUCache<string, RolePrototypes>({ max: MODELS });

/** Chains, and each drawn as a flowchart. */
export interface ReconstructedChains {
  readonly report: ChainReport;
  readonly mermaid: readonly string[];
}

/** Task `chains`. */
export function chains(task: SentTask): Answer<ReconstructedChains> {
  return answer(task, (input) => {
    const report = reconstructChains(input);
    return { report, mermaid: report.chains.map(mermaidOf) };
  });
}

/** Task `likely`. */
export function likely(task: SentTask): Answer<string[]> {
  return answer(task, likelyDecisions);
}

function answer<T>(task: SentTask, work: (input: ChainInput) => T): Answer<T> {
  const found: ChainMemory[] = [];
  const unknown: string[] = [];
  for (const { key = '', relevance, memory = memories.get(key) } of task.memories) {
    if (memory === undefined) unknown.push(key);
    else found.push({ ...memory, relevance });
    if (memory !== undefined && key !== '') memories.set(key, memory);
  }
  if (unknown.length > 0) return { unknown };
  return { result: work({ ...task.frame, prototypes: prototypesOf(task), memories: withKnownLinks(found) }) };
}

/** The same object for all requests of a model: what was made with it stays known. */
function prototypesOf({ modelId, frame }: SentTask): RolePrototypes {
  const known = prototypes.get(modelId) ?? frame.prototypes;
  prototypes.set(modelId, known);
  return known;
}

/** Links whose ends are not among the memories name what is not there, or not the tenant's. */
function withKnownLinks(found: readonly ChainMemory[]): ChainMemory[] {
  const ids = new Set(found.map(({ id }) => id));
  return found.map((memory) =>
    memory.links.length === 0 ? memory : { ...memory, links: memory.links.filter(({ to }) => ids.has(to)) },
  );
}
