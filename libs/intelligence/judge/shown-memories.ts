import { type ChainMemory, excerptOf } from '@mneme/analysis';

/** A memory as the language model sees it: a handle in the place of its identifier, and the beginning of its text. */
export interface ShownMemory {
  readonly handle: string;
  readonly memory: ChainMemory;
  readonly text: string;
}

/** Handles m1, m2, … in the order of the memories. @param characters of each text */
export function shown(memories: readonly ChainMemory[], characters: number): ShownMemory[] {
  return memories.map((memory, i) => ({
    handle: `m${i + 1}`,
    memory,
    text: excerptOf(memory.content, characters),
  }));
}
