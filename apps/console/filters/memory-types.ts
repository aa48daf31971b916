import type { MemoryType } from '@mneme/client';

/** What memories of each type are for. */
export const MEANINGS: Readonly<Record<MemoryType, string>> = {
  episodic: 'Something lived through or said',
  semantic: 'A fact',
  procedural: 'How something is done',
  working: 'Of the task at hand',
  prospective: 'A plan for later',
  emotional: 'How someone felt',
  contextual: 'Circumstances for a while',
  identity: 'Who somebody is',
  relational: 'How people relate',
  event: 'Something on a date',
  predictive: 'What somebody expects',
  task: 'Something to do',
  decision: 'What was decided, and why',
};

export function isMemoryType(text: string | null): text is MemoryType {
  return text !== null && text in MEANINGS;
}
