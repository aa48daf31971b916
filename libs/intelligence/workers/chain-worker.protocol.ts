import type { ChainInput, ChainMemory, RolePrototypes } from '@mneme/analysis';

/** Memories of a topic, to be linked. */
export interface ChainTask {
  readonly modelId: string;
  readonly frame: Omit<ChainInput, 'memories'>;
  readonly memories: readonly ChainMemory[];
  /**
   * By UUID, a number above 0 that tells a memory and its version from all others; without those that are not to be
   * remembered.
   */
  readonly keys: ReadonlyMap<string, number>;
}

/**
 * A task as it is sent to the thread: in few pieces, because each object of a message costs time on both sides. What the
 * thread should know is named by its key, and sent if it turns out not to.
 */
export interface SentTask {
  readonly modelId: string;
  readonly frame: Omit<ChainInput, 'memories' | 'prototypes' | 'entityCounts'>;
  readonly prototypes: RolePrototypes | undefined;
  /** Names and tags one behind the other, and how many memories hold each. */
  readonly names: string;
  readonly counts: Uint16Array;
  /** By place in the task: the keys, 0 for a memory that is not to be remembered, and the relevances. */
  readonly keys: Float64Array;
  readonly relevances: Float64Array;
  readonly memories: ReadonlyMap<number, ChainMemory>;
}

/** What the thread does not know: memories by their places, and the prototypes of the model. */
export interface Unknown {
  readonly memories: readonly number[];
  readonly prototypes: boolean;
}

export type Answer<T> = { readonly result: T } | { readonly unknown: Unknown };

/** No text in the database holds it. */
const BETWEEN_NAMES = '\0';

/** @param wanted what the thread has said that it does not know */
export function sentTask({ modelId, frame, memories, keys }: ChainTask, wanted: Unknown): SentTask {
  const { prototypes, entityCounts, ...rest } = frame;
  const named = Float64Array.from(memories, ({ id }) => keys.get(id) ?? 0);
  const sent = new Set(wanted.memories);
  return {
    modelId,
    frame: rest,
    prototypes: wanted.prototypes ? prototypes : undefined,
    names: [...entityCounts.keys()].join(BETWEEN_NAMES),
    counts: Uint16Array.from(entityCounts.values()),
    keys: named,
    relevances: Float64Array.from(memories, ({ relevance }) => relevance),
    memories: new Map([...memories.entries()].filter(([place]) => named[place] === 0 || sent.has(place))),
  };
}

export function entityCountsOf({ names, counts }: SentTask): Map<string, number> {
  if (counts.length === 0) return new Map();
  return new Map(names.split(BETWEEN_NAMES).map((name, i) => [name, counts[i] ?? 0]));
}

/** About how many bytes a memory takes. */
export function sizeOf({ content, vector }: ChainMemory): number {
  return 2_000 + 2 * content.length + vector.byteLength;
}
