import { dateWords } from './date-words.js';

const longestValue = 64;
const mostValues = 50;

/** What a memory's terms are taken from beside its content, for every passage: tags, date words, short metadata strings such as a speaker. */
export function labelText(tags: readonly string[], metadata: Readonly<Record<string, unknown>>): string {
  const { occurredAt, ...rest } = metadata;
  const values = Object.values(rest).filter(
    (value): value is string => typeof value === 'string' && value.length <= longestValue,
  );
  return [...tags, dateWords(occurredAt), ...values.slice(0, mostValues)].join('\n');
}
