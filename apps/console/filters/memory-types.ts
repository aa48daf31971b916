import type { MemoryType } from '@mneme/client';

const MEANINGS: Readonly<Record<MemoryType, string>> = {
  episodic: 'something lived through or said',
  semantic: 'a fact',
  procedural: 'how something is done',
  working: 'of the task at hand',
  prospective: 'a plan for later',
  emotional: 'how someone felt',
  contextual: 'circumstances for a while',
  identity: 'who somebody is',
  relational: 'how people relate',
  event: 'something on a date',
  predictive: 'what somebody expects',
  task: 'something to do',
  decision: 'what was decided, and why',
};

/** The types of memories, each with what it is for. */
export const MEMORY_TYPES = Object.entries(MEANINGS) as readonly (readonly [MemoryType, string])[];

export function isMemoryType(text: string | null): text is MemoryType {
  return text !== null && text in MEANINGS;
}
