import type { MemoryRecord, MemoryType } from '../../generated/types.gen.js';
import { MAX_CONTENT } from '../records/content-parts.js';
import { digestOf } from '../records/digest.js';
import { isUnreadable } from '../records/moments.js';
import { shortened } from '../records/storable-text.js';
import { type Fields, fieldsOf, textOf } from './dump-values.js';
import { type Form, hasKeys } from './form.js';

const TYPES: readonly MemoryType[] = [
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
];

/** Mneme itself: the NDJSON of an export. Records are left as they are, and those without a name are named by their text. */
export const mneme: Form = {
  name: 'mneme',
  isLines: true,
  recognizes: ({ kind, keys, elementKeys }) =>
    kind === 'empty' || hasKeys(kind === 'array' ? elementKeys : keys, 'content', 'type'),
  open: (notes) => {
    const times = new Map<string, number>();
    return async function* ({ value, line }) {
      const record = fieldsOf(value);
      const { externalId } = record;
      const fault = faultIn(record);
      if (fault !== undefined) return notes.skipped(fault);
      if (typeof externalId === 'string') {
        yield { ...(record as MemoryRecord), externalId };
        return;
      }
      const digest = await digestOf(line ?? JSON.stringify(value));
      const count = (times.get(digest) ?? 0) + 1;
      times.set(digest, count);
      yield { ...(record as MemoryRecord), externalId: `sha256:${digest}:${count}` };
    };
  },
};

/** Why the service would refuse a record, as far as a preview can tell. */
function faultIn(record: Fields): string | undefined {
  const content = textOf(record['content']);
  if (content === undefined) return 'no text';
  if (shortened(content, MAX_CONTENT) !== content) return 'more than 10,000 characters';
  if (!TYPES.includes(record['type'] as MemoryType)) return 'unknown type';
  const time = ['createdAt', 'updatedAt'].find((name) => isUnreadable(record[name]));
  return time === undefined ? undefined : `an invalid date in ${time}`;
}
