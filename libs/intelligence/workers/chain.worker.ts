import {
  judgedReport,
  likelyDecisions,
  mermaidOf,
  proposedDecisions,
  proposedMembers,
  reconstructChains,
} from '@mneme/analysis';
import type { ChainInput, ChainMemory, ChainReport, JudgedStory, RolePrototypes } from '@mneme/analysis';
import { LRUCache } from 'lru-cache';
import { type Answer, entityCountsOf, sizeOf, type SentTask } from './chain-worker.protocol.js';

const REMEMBERED_BYTES = 32_000_000;
/** One in use, and one that takes its place. */
const MODELS = 2;

/** By the number of a memory in its version: what analysis makes of a memory alone is kept with it. */
const memories = new LRUCache<number, ChainMemory>({ maxSize: REMEMBERED_BYTES, sizeCalculation: sizeOf });
const prototypes = new LRUCache<string, RolePrototypes>({ max: MODELS });

/** Chains, and each drawn as a flowchart. */
export interface ReconstructedChains {
  readonly report: ChainReport;
  readonly mermaid: readonly string[];
}

/** Task `chains`. */
export function chains(task: SentTask): Answer<ReconstructedChains> {
  return answer(task, (input) => drawn(reconstructChains(input)));
}

/** Task `decisions`. */
export function decisions({ most, ...task }: SentTask & { readonly most: number }): Answer<string[]> {
  return answer(task, (input) => proposedDecisions(input, most));
}

/** Task `members`. */
export function members({
  decision,
  most,
  ...task
}: SentTask & { readonly decision: string; readonly most: number }): Answer<string[]> {
  return answer(task, (input) => proposedMembers(input, decision, most));
}

/** Task `judged`. */
export function judged({
  story,
  ...task
}: SentTask & { readonly story: JudgedStory }): Answer<ReconstructedChains | undefined> {
  return answer(task, (input) => {
    const report = judgedReport(input, story);
    return report && drawn(report);
  });
}

/** Task `likely`. */
export function likely(task: SentTask): Answer<string[]> {
  return answer(task, likelyDecisions);
}

function drawn(report: ChainReport): ReconstructedChains {
  return { report, mermaid: report.chains.map(mermaidOf) };
}

function answer<T>(task: SentTask, work: (input: ChainInput) => T): Answer<T> {
  const found = Array.from(task.keys, (key, place) => task.memories.get(place) ?? memories.get(key));
  const known = task.prototypes ?? prototypes.get(task.modelId);
  found.forEach((memory, place) => {
    const key = task.keys[place] ?? 0;
    if (memory !== undefined && key !== 0) memories.set(key, memory);
  });
  // The same object for all requests of a model: what was made with it stays known.
  if (known !== undefined) prototypes.set(task.modelId, known);
  const unknown = [...found.keys()].filter((place) => found[place] === undefined);
  if (known === undefined || unknown.length > 0) {
    return { unknown: { memories: unknown, prototypes: known === undefined } };
  }
  const related = found.flatMap((memory, place) =>
    memory === undefined ? [] : [{ ...memory, relevance: task.relevances[place] ?? 0 }],
  );
  const entityCounts = entityCountsOf(task);
  return { result: work({ ...task.frame, prototypes: known, entityCounts, memories: withKnownLinks(related) }) };
}

/** Links whose ends are not among the memories name what is not there, or not the tenant's. */
function withKnownLinks(found: readonly ChainMemory[]): ChainMemory[] {
  const ids = new Set(found.map(({ id }) => id));
  return found.map((memory) =>
    memory.links.length === 0 ? memory : { ...memory, links: memory.links.filter(({ to }) => ids.has(to)) },
  );
}
