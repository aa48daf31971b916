import type { Memory } from '@mneme/client';
import type { Changes } from '../../data/memories.js';
import { count } from '../../text/formats.js';

/** The fields of a memory that can change, as they are edited. */
export interface Draft {
  readonly content: string;
  readonly importance: number;
  readonly tags: readonly string[];
  /** JSON. */
  readonly metadata: string;
  /** ISO 8601; empty: never. */
  readonly expiresAt: string;
}

export type FieldName = keyof Draft;
export const FIELDS: Readonly<Record<FieldName, string>> = {
  content: 'Text',
  importance: 'Importance',
  tags: 'Tags',
  metadata: 'Metadata',
  expiresAt: 'Expiry',
};
const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];

type Editable = Pick<Memory, 'content' | 'importance' | 'tags' | 'metadata' | 'expiresAt'>;

export function draftOf({ content, importance, tags, metadata, expiresAt }: Editable): Draft {
  return { content, importance, tags, metadata: pretty(metadata), expiresAt: expiresAt ?? '' };
}

function pretty(metadata: unknown): string {
  return JSON.stringify(metadata, null, 2);
}

/** Fields that differ. */
export function changedFields(before: Draft, after: Draft): FieldName[] {
  return FIELD_NAMES.filter((name) => textOf(before, name) !== textOf(after, name));
}

/** A field as text, for comparisons: metadata without the spaces that the reader gave them. */
export function textOf(draft: Draft, name: FieldName): string {
  const value = draft[name];
  if (name === 'metadata' && metadataFault(draft.metadata) === undefined) return pretty(JSON.parse(draft.metadata));
  return typeof value === 'object' ? value.join('\n') : String(value);
}

/** What makes the one draft of the other, as the API takes it. */
export function changesBetween(before: Draft, after: Draft): Changes {
  const changed = new Set(changedFields(before, after));
  return {
    ...(changed.has('content') && { content: after.content }),
    ...(changed.has('importance') && { importance: after.importance }),
    ...(changed.has('tags') && { tags: [...after.tags] }),
    ...(changed.has('metadata') && { metadata: JSON.parse(after.metadata) as Record<string, unknown> }),
    ...(changed.has('expiresAt') && { expiresAt: after.expiresAt === '' ? null : after.expiresAt }),
  };
}

/** As the service takes it, in code points. */
const MAX_CONTENT = 10_000;

/** Why the text cannot be sent; undefined where it can. */
export function contentFault(content: string): string | undefined {
  if (content.trim() === '') return 'A memory needs a text';
  return [...content].length > MAX_CONTENT ? `Too long: ${contentLength(content)}` : undefined;
}

export function contentLength(content: string): string {
  return `${count([...content].length)} of ${count(MAX_CONTENT)} characters`;
}

const WANTED_METADATA = 'Enter a JSON object, such as {"source": "chat"}';

/** Why the metadata cannot be sent; undefined where they can. */
export function metadataFault(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : WANTED_METADATA;
  } catch {
    return WANTED_METADATA;
  }
}

/** Of each field that another one changed meanwhile: whether the reader's own version is kept. */
export type Choices = Readonly<Partial<Record<FieldName, 'mine' | 'theirs'>>>;

/** Fields that both changed, each to something else. */
export function conflictingFields(base: Draft, mine: Draft, theirs: Draft): FieldName[] {
  const byMe = new Set(changedFields(base, mine));
  const differing = new Set(changedFields(mine, theirs));
  return changedFields(base, theirs).filter((name) => byMe.has(name) && differing.has(name));
}

/** Fields that one side changed are as that side has them; of the others, the choice decides. */
export function merged(base: Draft, mine: Draft, theirs: Draft, choices: Choices): Draft {
  const conflicting = new Set(conflictingFields(base, mine, theirs));
  const byMe = new Set(changedFields(base, mine));
  const isMine = (name: FieldName): boolean => (conflicting.has(name) ? choices[name] !== 'theirs' : byMe.has(name));
  return Object.fromEntries(
    FIELD_NAMES.map((name) => [name, (isMine(name) ? mine : theirs)[name]]),
  ) as unknown as Draft;
}
