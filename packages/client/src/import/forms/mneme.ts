import type { MemoryRecord, MemoryType } from '../../generated/types.gen.js';
import { digestOf } from '../records/digest.js';
import { fieldsOf, textOf } from './dump-values.js';
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
      if (textOf(record['content']) === undefined) return notes.skipped('no text');
      if (!TYPES.some((type) => type === record['type'])) return notes.skipped('no type of a memory');
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
