import type { Draft } from '../records/draft.js';
import type { Notes } from '../records/import-notes.js';
import { threadOf } from './chatgpt-thread.js';
import { fieldsOf, type Fields, listOf, nameOf, numberOf, textOf } from './dump-values.js';
import { type Form, hasKeys } from './form.js';
import { memoryInLine, SAVED_MEMORY } from './saved-memories.js';

/** The tool that ChatGPT saves memories with: what it is sent is the text of one. */
const MEMORY_TOOL = 'bio';
const WITHOUT_TEXT = 'a message without text';

/** ChatGPT: the conversations of its export, in one file or several; or saved memories, pasted into a text file. */
export const chatgpt: Form = {
  name: 'chatgpt',
  readsText: true,
  recognizes: ({ keys, elementKeys, lines }) =>
    elementKeys.has('mapping') ||
    hasKeys(keys, 'mapping', 'current_node') ||
    lines.some((line) => SAVED_MEMORY.test(line)),
  open: (notes) => {
    const instructions = new Set<string>();
    return ({ key, value }) => {
      if (key === 'text') return memoryInLine(String(value), notes);
      return conversation(fieldsOf(value), instructions, notes);
    };
  },
};

function* conversation(fields: Fields, instructions: Set<string>, notes: Notes): Generator<Draft> {
  const id = nameOf(fields['conversation_id'] ?? fields['id']);
  const { messages, discarded } = threadOf(fields);
  if (messages.length === 0 && discarded === 0) notes.skipped('a conversation without messages');
  notes.skipped('a message of a discarded branch', discarded);
  let time = fields['create_time'] ?? fields['update_time'];
  for (const message of messages) {
    // Some messages have no time: they were sent after the one before.
    time = numberOf(message['create_time']) ?? time;
    const about = { sessionId: id, title: textOf(fields['title']) };
    if (fieldsOf(message['metadata'])['is_user_system_message'] === true) {
      yield* customInstructions(message, instructions, time);
    } else {
      const draft = messageDraft(message, about, time, notes);
      if (draft !== undefined) yield draft;
    }
  }
}

function messageDraft(
  message: Fields,
  about: { readonly sessionId: string | undefined; readonly title: string | undefined },
  time: unknown,
  notes: Notes,
): Draft | undefined {
  const role = fieldsOf(message['author'])['role'];
  const recipient = textOf(message['recipient']) ?? 'all';
  const text = textIn(fieldsOf(message['content']));
  const common = { id: nameOf(message['id']), content: text, createdAt: time };
  if (role === 'assistant' && recipient === MEMORY_TOOL && text !== '') {
    return { ...common, type: 'semantic', tags: ['saved-memory'], metadata: about };
  }
  const reason = leftOut(message, role, recipient, text);
  if (reason === undefined || reason === WITHOUT_TEXT) for (const file of filesIn(message)) notes.skipped(file);
  if (reason !== undefined) {
    notes.skipped(reason);
    return undefined;
  }
  const model = textOf(fieldsOf(message['metadata'])['model_slug']);
  return { ...common, type: 'episodic', metadata: { ...about, speaker: role, occurredAt: time, model } };
}

/** Why a message is none that the user saw. */
function leftOut(message: Fields, role: unknown, recipient: string, text: string): string | undefined {
  if (fieldsOf(message['metadata'])['is_visually_hidden_from_conversation'] === true) return 'a hidden message';
  if (role === 'system') return 'a system message';
  if (role !== 'user' && role !== 'assistant') return 'the output of a tool';
  if (recipient !== 'all') return 'a call of a tool';
  if (text === '') return WITHOUT_TEXT;
  return undefined;
}

/** What is text in a message: not its images, and not what the model thought. */
function textIn(content: Fields): string {
  const { content_type: type, parts, text } = content;
  if (type === 'text' || type === 'multimodal_text') {
    const texts = listOf(parts).map((part) => textOf(part) ?? textOf(fieldsOf(part)['text']));
    return texts.filter((each) => each !== undefined).join('\n\n');
  }
  return type === 'code' ? (textOf(text) ?? '') : '';
}

/** What is not text in a message: images and recordings among its parts, and files beside it. */
function filesIn(message: Fields): string[] {
  const parts = listOf(fieldsOf(message['content'])['parts']).map(fieldsOf);
  const kinds = parts.map(({ text, content_type: kind }) => (textOf(text) === undefined ? textOf(kind) : undefined));
  const assets = kinds.filter((kind) => kind !== undefined);
  const attached = listOf(fieldsOf(message['metadata'])['attachments']).map(fieldsOf);
  const files = attached.filter((file) => !String(file['mime_type'] ?? file['mimeType']).startsWith('image/'));
  return [
    ...assets.map((kind) => (kind.startsWith('image') ? 'an image' : 'a recording')),
    ...files.map(() => 'a file'),
  ];
}

/** They are part of every conversation that they were set for; once is enough. */
function* customInstructions(message: Fields, seen: Set<string>, time: unknown): Generator<Draft> {
  const data = fieldsOf(fieldsOf(message['metadata'])['user_context_message_data']);
  for (const name of ['about_user_message', 'about_model_message']) {
    const content = textOf(data[name]);
    if (content === undefined || seen.has(content)) continue;
    seen.add(content);
    const isAboutUser = name === 'about_user_message';
    yield {
      content,
      type: isAboutUser ? 'identity' : 'procedural',
      tags: ['custom-instructions'],
      createdAt: time,
      // The next export may begin with another conversation.
      nameBy: [content],
    };
  }
}
