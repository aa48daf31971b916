import type { MemoryType } from '../../generated/types.gen.js';
import type { Draft } from '../records/draft.js';
import type { Metadata } from '../records/record-metadata.js';
import type { Notes } from '../records/import-notes.js';
import { fieldsOf, type Fields, isFields, listOf, nameOf, textOf, unpackedJson } from './dump-values.js';
import { type Form, hasKeys, hasOneOf } from './form.js';

const TYPES: Readonly<Record<string, MemoryType>> = { human: 'identity', persona: 'identity' };

/** Letta: agents with their blocks and messages, as an `.af` file of today or of the first kind has them. */
export const letta: Form = {
  name: 'letta',
  hasLists: hasOneOf('agents'),
  recognizes: ({ keys, elementKeys }) =>
    (keys.has('agents') && elementKeys.has('block_ids')) ||
    hasKeys(keys, 'agents', 'blocks') ||
    keys.has('core_memory'),
  open: (notes) => {
    /** The first agent of each block. Agents stand before the blocks. */
    const agents = new Map<unknown, string>();
    return function* ({ key, value }) {
      const fields = fieldsOf(value);
      if (key === 'agents') {
        const agent = textOf(fields['name']) ?? '';
        for (const id of listOf(fields['block_ids'])) if (!agents.has(id)) agents.set(id, agent);
        yield* messagesOf(fields, agent, notes);
      } else if (key === 'blocks') yield block(fields, agents.get(fields['id']) ?? '');
      else if ('core_memory' in fields) yield* oldAgent(fields, notes);
    };
  },
};

function* oldAgent(fields: Fields, notes: Notes): Generator<Draft> {
  const agent = textOf(fields['name']) ?? '';
  for (const each of listOf(fields['core_memory'])) yield block(fieldsOf(each), agent);
  yield* messagesOf(fields, agent, notes);
}

function block({ label, value, description }: Fields, agent: string): Draft {
  const name = textOf(label) ?? 'block';
  return {
    // The ids in the file count from 0 in each of them.
    id: `${agent}/${name}`,
    content: textOf(value) ?? '',
    type: TYPES[name] ?? 'contextual',
    tags: [name],
    metadata: { agentId: agent, description: textOf(description) },
  };
}

function* messagesOf(agent: Fields, name: string, notes: Notes): Generator<Draft> {
  for (const each of listOf(agent['messages'])) {
    const message = fieldsOf(each);
    const { role, created_at: createdAt } = message;
    const said = role === 'user' || role === 'assistant' ? saidIn(message) : undefined;
    const metadata: Metadata = { agentId: name, sessionId: name, speaker: role, occurredAt: createdAt };
    if (said !== undefined) yield { content: said, type: 'episodic', metadata, createdAt };
    else
      notes.skipped(
        role === 'system' ? 'a system message' : role === 'tool' ? 'the output of a tool' : 'a message without text',
      );
  }
}

/** An agent answers with a tool, and thinks beside it; what reaches it can be wrapped, or come from a timer. */
function saidIn(message: Fields): string | undefined {
  const calls = listOf(message['tool_calls']).map((call) => fieldsOf(fieldsOf(call)['function']));
  const sent = calls
    .filter(({ name }) => name === 'send_message')
    .map((call) => fieldsOf(unpackedJson(call['arguments'])));
  if (sent.length > 0) return sent.map((each) => textOf(each['message']) ?? '').join('\n\n');
  const text = contentOf(message);
  const wrapped = unpackedJson(text);
  if (!isFields(wrapped) || textOf(wrapped['type']) === undefined) return text;
  return wrapped['type'] === 'user_message' ? nameOf(wrapped['message']) : undefined;
}

function contentOf({ content, text }: Fields): string | undefined {
  const blocks = listOf(content).map(fieldsOf);
  const texts = blocks.filter(({ type }) => type === 'text').map((each) => textOf(each['text']));
  return textOf(content) ?? textOf(texts.filter((each) => each !== undefined).join('\n\n')) ?? textOf(text);
}
