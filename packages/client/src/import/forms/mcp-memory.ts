import type { Draft } from '../records/draft.js';
import type { Notes } from '../records/import-notes.js';
import { fieldsOf, type Fields, listOf, textOf } from './dump-values.js';
import { type Form, hasKeys } from './form.js';

/** The memory server of the Model Context Protocol: a graph of entities and relations, one a line. */
export const mcpMemory: Form = {
  name: 'mcp-memory',
  isLines: true,
  recognizes: ({ keys }) =>
    keys.has('type') && (hasKeys(keys, 'entityType', 'observations') || hasKeys(keys, 'from', 'to', 'relationType')),
  open: (notes) =>
    function* ({ value }) {
      const fields = fieldsOf(value);
      if (fields['type'] === 'entity') yield* observations(fields, notes);
      else if (fields['type'] === 'relation') yield relation(fields);
      else notes.skipped('neither an entity nor a relation');
    },
};

/** The server changes observations one by one, so each is a memory of its own. */
function* observations(fields: Fields, notes: Notes): Generator<Draft> {
  const entity = textOf(fields['name']) ?? '';
  const all = listOf(fields['observations']);
  if (all.length === 0) notes.skipped('an entity without observations');
  for (const observation of all) {
    const text = textOf(observation);
    yield {
      content: text === undefined ? '' : `${entity}: ${text}`,
      type: 'semantic',
      tags: [fields['entityType']],
      metadata: { entity },
    };
  }
}

function relation({ from, to, relationType }: Fields): Draft {
  const [source = '', kind = '', target = ''] = [from, relationType, to].map(textOf);
  const isWhole = source !== '' && target !== '';
  return {
    content: isWhole ? `${source} ${kind.replaceAll('_', ' ')} ${target}` : '',
    type: 'relational',
    metadata: { from: source, relation: kind, to: target },
  };
}
