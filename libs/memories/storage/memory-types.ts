/** What each type is for; docs/reference/memory-types.md has examples, and what uses which type. */
const MEANINGS = {
  episodic: 'something that was lived through or said, as it was at the time',
  semantic: 'a fact that holds regardless of when it was learnt',
  procedural: 'how something is done, step by step',
  working: 'what matters only for the task at hand; it can expire by itself',
  prospective: 'an intention or plan for later',
  emotional: 'how somebody felt, and about what',
  contextual: 'circumstances that hold for a while',
  identity: 'who somebody is: name, profession, values, character',
  relational: 'how people, or a person and a thing, relate to each other',
  event: 'something that happens on a date: an appointment, an incident',
  predictive: 'what somebody expects to happen',
  task: 'something that is to be done',
  decision: 'what was decided, and why',
} as const;

/** What kind of thing a memory holds. */
export type MemoryType = keyof typeof MEANINGS;

export const MEMORY_TYPES = Object.keys(MEANINGS) as readonly MemoryType[];

/** Of the type of a memory in the OpenAPI document: what each means, a line each. */
export const TYPE_DESCRIPTION = [
  'The kind of a memory:',
  ...Object.entries(MEANINGS).map(([type, meaning]) => `- \`${type}\`: ${meaning}`),
].join('\n');
