/** What kind of thing a memory holds. */
export const MEMORY_TYPES = [
  'episodic',
  'semantic',
  'procedural',
  'working',
  'prospective',
  'emotional',
  'contextual',
  'identity',
  'relational',
  'event',
  'predictive',
  'task',
  'decision',
] as const;

export type MemoryType = (typeof MEMORY_TYPES)[number];
