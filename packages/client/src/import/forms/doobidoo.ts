import type { MemoryType } from '../../generated/types.gen.js';
import type { Draft } from '../records/draft.js';
import { fieldsOf, type Fields, listOf, nameOf, textOf } from './dump-values.js';
import { type Form, hasKeys, hasOneOf } from './form.js';

/** What its kinds are here; every other is `semantic`. */
const TYPES: Readonly<Record<string, MemoryType>> = {
  decision: 'decision',
  task: 'task',
  todo: 'task',
  event: 'event',
  plan: 'prospective',
  goal: 'prospective',
  procedure: 'procedural',
  process: 'procedural',
  session: 'episodic',
  conversation: 'episodic',
  emotion: 'emotional',
  context: 'contextual',
};

/** mcp-memory-service by doobidoo: the file that its export writes. */
export const doobidoo: Form = {
  name: 'doobidoo',
  hasLists: hasOneOf('memories'),
  recognizes: ({ keys, elementKeys }) =>
    hasKeys(keys, 'export_metadata', 'memories') || hasKeys(elementKeys, 'content', 'content_hash'),
  open: () =>
    function* ({ key, value }) {
      if (key === '' || key === 'memories') yield memory(fieldsOf(value));
    },
};

function memory(fields: Fields): Draft {
  const kind = textOf(fields['memory_type']);
  const { tags } = fields;
  return {
    // The hash of its words, which another user can have stored too.
    id: nameOf(fields['content_hash']),
    idOfUser: true,
    content: textOf(fields['content']) ?? '',
    type: TYPES[kind?.toLowerCase() ?? ''] ?? 'semantic',
    tags: [...(typeof tags === 'string' ? tags.split(',') : listOf(tags)), kind],
    metadata: { exportSource: textOf(fields['export_source']) },
    foreign: fieldsOf(fields['metadata']),
    createdAt: fields['created_at'] ?? fields['created_at_iso'],
    updatedAt: fields['updated_at'] ?? fields['updated_at_iso'],
  };
}
