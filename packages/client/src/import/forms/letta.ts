import type { MemoryType } from '../../generated/types.gen.js';
import type { Draft } from '../records/draft.js';
import { momentOf } from '../records/moments.js';
import type { Metadata } from '../records/record-metadata.js';
import type { Notes } from '../records/import-notes.js';
import { fieldsOf, type Fields, isFields, listOf, nameOf, textOf, unpackedJson } from './dump-values.js';
import { type Form, hasKeys, hasOneOf } from './form.js';

/** What an agent file calls its agents, instead of the ids that they have in Letta. */
const FILE_ID = /^agent-\d+$/;
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
    const agents = new Map<unknown, Agent>();
    const agentIn = agentsOfFile();
    return function* ({ key, value }) {
      const fields = fieldsOf(value);
      if (key === 'agents') {
        const agent = agentIn(fields);
        for (const id of listOf(fields['block_ids'])) if (!agents.has(id)) agents.set(id, agent);
        yield* messagesOf(fields, agent, notes);
      } else if (key === 'blocks') yield block(fields, agents.get(fields['id']));
      else if ('core_memory' in fields) yield* oldAgent(fields, agentIn(fields), notes);
    };
  },
};

interface Agent {
  /** The same in each of its files, and another for every other agent. */
  readonly id: string;
  readonly name: string | undefined;
  /** Whether nothing but its name is known, which others can have too. */
  readonly isOnlyNamed: boolean;
}

/** Agents of one name have been made at different times. The ids in a file count from 0 in each of them. */
function agentsOfFile(): (fields: Fields) => Agent {
  const seen = new Map<string, number>();
  return (fields) => {
    const name = textOf(fields['name']);
    const own = nameOf(fields['id']);
    const since = momentOf(fields['created_at']) ?? firstMoment(listOf(fields['messages']));
    const named = since === undefined ? (name ?? '') : `${name ?? ''}@${since}`;
    const id = own === undefined || FILE_ID.test(own) ? named : own;
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return { id: times === 1 ? id : `${id} (${times})`, name, isOnlyNamed: id === named && since === undefined };
  };
}

function firstMoment(messages: readonly unknown[]): string | undefined {
  const moments = messages.map((each) => momentOf(fieldsOf(each)['created_at']));
  return moments.filter((each) => each !== undefined).sort()[0];
}

function* oldAgent(fields: Fields, agent: Agent, notes: Notes): Generator<Draft> {
  for (const each of listOf(fields['core_memory'])) yield block(fieldsOf(each), agent);
  yield* messagesOf(fields, agent, notes);
}

function block({ label, value, description }: Fields, agent: Agent | undefined): Draft {
  const name = textOf(label) ?? 'block';
  const content = textOf(value) ?? '';
  return {
    ...(agent === undefined || agent.isOnlyNamed
      ? { nameBy: [name, content] }
      : { id: `${agent.id}/${name}`, idOfUser: true as const }),
    content,
    type: TYPES[name] ?? 'contextual',
    tags: [name],
    metadata: { agentId: agent?.id, agent: agent?.name, description: textOf(description) },
  };
}

function* messagesOf(fields: Fields, { id, name }: Agent, notes: Notes): Generator<Draft> {
  for (const each of listOf(fields['messages'])) {
    const message = fieldsOf(each);
    const { role, created_at: createdAt } = message;
    const said = role === 'user' || role === 'assistant' ? saidIn(message) : undefined;
    const metadata: Metadata = { agentId: id, agent: name, sessionId: id, speaker: role, occurredAt: createdAt };
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
