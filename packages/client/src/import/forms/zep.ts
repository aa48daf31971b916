import type { Draft } from '../records/draft.js';
import type { Metadata } from '../records/record-metadata.js';
import type { Notes } from '../records/import-notes.js';
import { fieldsOf, type Fields, listOf, nameOf, numberOf, textOf, unpackedJson } from './dump-values.js';
import { type Form, hasKeys } from './form.js';
import { factOf } from './passing-fact.js';

/** Zep and Graphiti: edges and episodes of a graph; sessions and their messages of the second version. */
export const zep: Form = {
  name: 'zep',
  hasLists: (keys) =>
    ['edges', 'nodes', 'sessions', 'facts'].some((list) => keys.has(list)) ||
    // An edge has a list of its episodes, and a session one of its messages.
    (keys.has('episodes') && !keys.has('fact')) ||
    (keys.has('messages') && !keys.has('session_id')),
  recognizes: ({ keys, elementKeys }) =>
    [keys, elementKeys].some(
      (each) =>
        hasKeys(each, 'fact', 'uuid') ||
        hasKeys(each, 'content', 'source_description') ||
        hasKeys(each, 'content', 'role_type') ||
        hasKeys(each, 'session_id', 'messages'),
    ) ||
    (keys.has('messages') && hasKeys(elementKeys, 'uuid', 'content', 'role')),
  open: (notes) => {
    let session: Metadata = {};
    return function* ({ key, value }) {
      const fields = fieldsOf(value);
      if (key === 'session' || key === 'user') session = { ...session, ...sessionOf(fields) };
      else yield* draftsOf(fields, session, notes);
    };
  },
};

function* draftsOf(fields: Fields, session: Metadata, notes: Notes): Generator<Draft> {
  if ('fact' in fields) yield edge(fields);
  else if ('messages' in fields) {
    for (const each of listOf(fields['messages'])) yield* draftsOf(fieldsOf(each), sessionOf(fields), notes);
  } else if ('role' in fields && !('source_description' in fields)) yield* message(fields, session, notes);
  else if ('content' in fields) yield episode(fields);
  else notes.skipped('an entity of the graph');
}

function sessionOf(fields: Fields): Metadata {
  return {
    userId: nameOf(fields['user_id']),
    sessionId: nameOf(fields['session_id'] ?? fields['thread_id']),
  };
}

function edge(fields: Fields): Draft {
  const { name, fact, attributes, created_at: createdAt } = fields;
  return factOf({
    id: nameOf(fields['uuid']),
    fact: textOf(fact) ?? '',
    metadata: {
      // The graph of a user has the name of the user.
      userId: nameOf(fields['user_id'] ?? fields['group_id']),
      relation: textOf(name),
      source: nameOf(fields['source_node_uuid']),
      target: nameOf(fields['target_node_uuid']),
      episodes: listOf(fields['episodes'] ?? fields['episode_uuids']).slice(0, 20),
      rating: numberOf(fields['rating']),
    },
    foreign: fieldsOf(unpackedJson(attributes)),
    validFrom: fields['valid_at'],
    validTo: fields['invalid_at'] ?? fields['expired_at'],
    createdAt,
  });
}

function episode(fields: Fields): Draft {
  const { content, source_description: description, created_at: createdAt, valid_at: validAt } = fields;
  return {
    id: nameOf(fields['uuid']),
    content: textOf(content) ?? '',
    type: 'episodic',
    tags: [fields['source']],
    metadata: {
      userId: nameOf(fields['user_id'] ?? fields['group_id']),
      sessionId: nameOf(fields['session_id'] ?? fields['thread_id']),
      speaker: nameOf(fields['role'] ?? fields['role_type']),
      occurredAt: validAt,
      episode: textOf(fields['name']),
      description: textOf(description),
    },
    createdAt: createdAt ?? validAt,
  };
}

function* message(fields: Fields, session: Metadata, notes: Notes): Generator<Draft> {
  // The role is the name of the speaker in the second version, and the kind of the speaker in the third.
  const { name, role, role_type: kind = role, content, created_at: createdAt } = fields;
  if (kind === 'system' || kind === 'norole') return notes.skipped('a system message');
  if (kind === 'tool' || kind === 'function') return notes.skipped('the output of a tool');
  yield {
    id: nameOf(fields['uuid']),
    content: textOf(content) ?? '',
    type: 'episodic',
    metadata: { ...session, speaker: nameOf(name) ?? nameOf(role) ?? nameOf(kind), occurredAt: createdAt },
    foreign: fieldsOf(fields['metadata']),
    createdAt,
  };
}
