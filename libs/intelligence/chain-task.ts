import type { ChainInput, ChainMemory } from '@mneme/analysis';

/** Memories of a topic, to be linked. */
export interface ChainTask {
  readonly modelId: string;
  readonly frame: Omit<ChainInput, 'memories'>;
  readonly memories: readonly ChainMemory[];
  /** By UUID, what tells a memory and its version from all others; without those that are not to be remembered. */
  readonly keys: ReadonlyMap<string, string>;
}

/** A memory by its key where the thread should know it; with what is in it where it does not. */
export interface SentMemory {
  readonly key: string | undefined;
  readonly relevance: number;
  readonly memory?: ChainMemory;
}

/** A task as it is sent to the thread. */
export interface SentTask extends Omit<ChainTask, 'memories' | 'keys'> {
  readonly memories: readonly SentMemory[];
}

/** The thread's answer, or the keys of those memories that it does not know. */
export type Answer<T> = { readonly result: T } | { readonly unknown: readonly string[] };

/** About how many bytes a memory takes. */
export function sizeOf({ content, vector }: ChainMemory): number {
  return 2_000 + 2 * content.length + vector.byteLength;
}
