import type { ImportForm } from '@mneme/client/import';

/** The systems whose dumps are read. */
export const FORMS: Readonly<Record<ImportForm, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  mem0: 'mem0',
  openmemory: 'OpenMemory',
  zep: 'Zep or Graphiti',
  letta: 'Letta',
  langgraph: 'LangGraph',
  hindsight: 'Hindsight',
  'mcp-memory': 'MCP memory server',
  doobidoo: 'mcp-memory-service',
  mneme: 'Mneme (NDJSON)',
};

export function isForm(text: string): text is ImportForm {
  return text in FORMS;
}

const UNIT = 1_024;
const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** The size of a file, as people say it. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= UNIT && unit < UNITS.length - 1; unit++) value /= UNIT;
  return `${value.toFixed(unit === 0 || value >= 10 ? 0 : 1)} ${UNITS[unit] ?? ''}`;
}
