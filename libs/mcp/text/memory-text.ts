import type { RecordedText } from './recorded.js';

/** What tools show of a memory, as far as a response has it. */
export interface ShownMemory {
  readonly id: string;
  readonly content: string;
  readonly type: string;
  readonly createdAt: string;
  readonly relevance?: number;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly supersededBy?: string | null;
}

const MAX_TITLE_LENGTH = 80;

export function memoryText(memory: ShownMemory): RecordedText {
  const { id, content, type, createdAt, relevance, tags = [], metadata = {}, supersededBy } = memory;
  return {
    attributes: { id, type, relevance, created: createdAt, supersededBy: supersededBy ?? undefined },
    lines: [
      content,
      ...(tags.length === 0 ? [] : [`tags: ${JSON.stringify(tags)}`]),
      ...(Object.keys(metadata).length === 0 ? [] : [`metadata: ${JSON.stringify(metadata)}`]),
    ],
  };
}

/** The beginning of a memory, in one line. */
export function titleOf(content: string): string {
  const line = [...content.replaceAll(/\s+/g, ' ').trim()];
  return line.length <= MAX_TITLE_LENGTH ? line.join('') : `${line.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`;
}

/** `1 memory`, `3 memories`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
