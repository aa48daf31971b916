import type { MemoryRecord } from '../../generated/types.gen.js';
import type { JsonItem } from '../json/json-items.js';
import type { Outline } from '../json/outline.js';
import type { Draft } from '../records/draft.js';
import type { Notes } from '../records/import-notes.js';

/** The systems whose dumps are read, and `mneme`, the NDJSON of an export. */
export const IMPORT_FORMS = [
  'mem0',
  'openmemory',
  'chatgpt',
  'claude',
  'mcp-memory',
  'hindsight',
  'zep',
  'letta',
  'doobidoo',
  'langgraph',
  'mneme',
] as const;

export type ImportForm = (typeof IMPORT_FORMS)[number];

/** A record that needs nothing more. */
export type NamedRecord = MemoryRecord & { readonly externalId: string };

/** Makes memories of the values of a dump, in their order. What one value says can matter for those that follow. */
export type FormReader = (item: JsonItem) => Iterable<Draft> | AsyncIterable<Draft | NamedRecord>;

/** How the dumps of one system are read. */
export interface Form {
  readonly name: ImportForm;
  /** Whether a file begins like one of these dumps. */
  recognizes(outline: Outline): boolean;
  /** Whether a file is one object with lists, which are read element by element. */
  hasLists?(keys: ReadonlySet<string>): boolean;
  /** Whether a file is always a value a line, even if its first line is cut off. */
  readonly isLines?: true;
  /** Whether a file can also be plain text, to be read line by line. */
  readonly readsText?: true;
  /** @param notes hears of what the reader leaves out */
  open(notes: Notes): FormReader;
}

/** Whether all of these keys are there. */
export function hasKeys(keys: ReadonlySet<string>, ...names: readonly string[]): boolean {
  return names.every((name) => keys.has(name));
}

export function hasOneOf(...names: readonly string[]): (keys: ReadonlySet<string>) => boolean {
  return (keys) => names.some((name) => keys.has(name));
}
