/** What is looked at of a memory. */
interface WithMetadata {
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Marks what `@mneme/adapters` stores for itself: conversations of agents, which are for the agent alone. */
const ADAPTER = 'mnemeAdapter';
/** Where these memories have what was said. */
const SAID = new Set(['agentTurn', 'agentSession']);

/** Without the memories of conversations. Their metadata has to be among the fields of the request. */
export function withoutHistories<T extends WithMetadata>(memories: readonly T[]): T[] {
  return memories.filter((memory) => !isHistory(memory));
}

/** A memory as it is; one of a conversation without what was said. */
export function withoutTurn<T extends WithMetadata>(memory: T): T {
  if (!isHistory(memory)) return memory;
  const kept = Object.entries(memory.metadata ?? {}).filter(([key]) => !SAID.has(key));
  return { ...memory, metadata: Object.fromEntries(kept) };
}

function isHistory({ metadata }: WithMetadata): boolean {
  return metadata?.[ADAPTER] !== undefined;
}
