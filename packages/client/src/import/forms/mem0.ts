import type { Draft } from '../records/draft.js';
import { fieldsOf, type Fields, listOf, nameOf, textOf } from './dump-values.js';
import { type Form, hasKeys, hasOneOf } from './form.js';

/** mem0: what its REST API, its SDKs and its platform return for a list of memories. */
export const mem0: Form = {
  name: 'mem0',
  hasLists: hasOneOf('results', 'memories'),
  recognizes: ({ keys, elementKeys }) => hasKeys(elementKeys, 'memory', 'id') || hasKeys(keys, 'memory', 'id'),
  open: (notes) =>
    function* ({ key, value }) {
      if (key === 'relations') yield* relation(fieldsOf(value));
      else if (key === '' || key === 'results' || key === 'memories') yield memory(fieldsOf(value));
      else notes.skipped(`${key} of the response`);
    },
};

function memory(fields: Fields): Draft {
  const { memory: content, metadata, categories } = fields;
  return {
    id: nameOf(fields['id']),
    content: textOf(content) ?? '',
    type: 'semantic',
    tags: listOf(categories),
    metadata: {
      // The SDK for JavaScript writes these names the other way.
      userId: nameOf(fields['user_id'] ?? fields['userId']),
      agentId: nameOf(fields['agent_id'] ?? fields['agentId']),
      appId: nameOf(fields['app_id'] ?? fields['appId']),
      sessionId: nameOf(fields['run_id'] ?? fields['runId']),
      speaker: nameOf(fields['actor_id'] ?? fields['role']),
    },
    foreign: fieldsOf(metadata),
    createdAt: fields['created_at'] ?? fields['createdAt'],
    updatedAt: fields['updated_at'] ?? fields['updatedAt'],
    expiresAt: fields['expiration_date'] ?? fields['expirationDate'],
  };
}

/** Of the graph, where it is switched on: no id, and no time. */
function* relation(fields: Fields): Generator<Draft> {
  const { source, relationship, target } = fields;
  const words = [source, relationship, target ?? fields['destination']].map((word) =>
    textOf(word)?.replaceAll('_', ' '),
  );
  yield { content: words.join(' '), type: 'relational', metadata: { userId: nameOf(fields['user_id']) } };
}
