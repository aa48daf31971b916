import type { Draft } from '../records/draft.js';
import type { Metadata } from '../records/record-metadata.js';
import type { Notes } from '../records/import-notes.js';
import { fieldsOf, type Fields, listOf, nameOf, textOf } from './dump-values.js';
import { type Form, hasKeys } from './form.js';
import { paragraphsOf } from './markdown-paragraphs.js';

/** Claude: conversations, projects and memories of its export. */
export const claude: Form = {
  name: 'claude',
  recognizes: ({ keys, elementKeys }) =>
    [keys, elementKeys].some(
      (each) =>
        each.has('chat_messages') ||
        each.has('conversations_memory') ||
        hasKeys(each, 'uuid', 'prompt_template') ||
        hasKeys(each, 'uuid', 'docs'),
    ),
  open: (notes) =>
    function* ({ value }) {
      const fields = fieldsOf(value);
      if ('chat_messages' in fields) yield* conversation(fields, notes);
      else if ('conversations_memory' in fields || 'project_memories' in fields) yield* memories(fields);
      else yield* project(fields);
    },
};

function* conversation(fields: Fields, notes: Notes): Generator<Draft> {
  const { uuid, name, summary, account, created_at: createdAt } = fields;
  const about = {
    userId: nameOf(fieldsOf(account)['uuid']),
    sessionId: nameOf(uuid),
    title: textOf(name),
  };
  const text = textOf(summary);
  if (text !== undefined) {
    yield {
      id: placeIn(nameOf(uuid), 'summary'),
      content: text,
      type: 'semantic',
      tags: ['summary'],
      metadata: about,
      createdAt,
    };
  }
  for (const message of listOf(fields['chat_messages'])) {
    yield* messageDrafts(fieldsOf(message), about, createdAt, notes);
  }
}

/** @returns undefined where there is no id to begin with: others have none either */
function placeIn(id: string | undefined, place: string): string | undefined {
  return id === undefined ? undefined : `${id}/${place}`;
}

function* messageDrafts(message: Fields, about: Metadata, since: unknown, notes: Notes): Generator<Draft> {
  const id = nameOf(message['uuid']);
  const createdAt = message['created_at'] ?? since;
  const content = textIn(message);
  noteOthers(message, notes);
  const metadata = { ...about, speaker: message['sender'] === 'human' ? 'user' : textOf(message['sender']) };
  if (content === '') notes.skipped('a message without text');
  else yield { id, content, type: 'episodic', metadata: { ...metadata, occurredAt: createdAt }, createdAt };
  for (const [i, each] of listOf(message['attachments']).entries()) {
    const { file_name: fileName, extracted_content: extracted } = fieldsOf(each);
    const text = textOf(extracted);
    if (text === undefined) notes.skipped('an attachment without text');
    else
      yield attachment(placeIn(id, `attachment-${i + 1}`), text, { ...about, fileName: textOf(fileName) }, createdAt);
  }
}

function attachment(id: string | undefined, content: string, metadata: Metadata, createdAt: unknown): Draft {
  return { id, content, type: 'contextual', tags: ['attachment'], metadata, createdAt };
}

/** Parts of a message that are no text, and what each is called where it is left out. */
const OTHERS: Readonly<Record<string, string>> = {
  thinking: 'a thought',
  redacted_thinking: 'a thought',
  tool_use: 'a call of a tool',
  tool_result: 'the output of a tool',
  image: 'an image',
};

function noteOthers({ content, files }: Fields, notes: Notes): void {
  for (const each of listOf(content)) {
    const kind = textOf(fieldsOf(each)['type']);
    if (kind !== undefined && kind !== 'text') notes.skipped(OTHERS[kind] ?? 'a part without text');
  }
  notes.skipped('a file without text', listOf(files).length);
}

/** What was said, without what was thought and what tools did. */
function textIn({ content, text }: Fields): string {
  const blocks = listOf(content).map(fieldsOf);
  const texts = blocks.filter(({ type }) => type === 'text').map((block) => textOf(block['text']));
  const said = texts.filter((each) => each !== undefined).join('\n\n');
  return said === '' ? (textOf(text) ?? '') : said;
}

function* project(fields: Fields): Generator<Draft> {
  const { uuid, name, description, prompt_template: template, docs, created_at: createdAt } = fields;
  const metadata = { projectId: nameOf(uuid), project: textOf(name) };
  const id = nameOf(uuid);
  if (textOf(description) !== undefined) {
    yield { id: placeIn(id, 'description'), content: String(description), type: 'contextual', metadata, createdAt };
  }
  if (textOf(template) !== undefined) {
    yield {
      id: placeIn(id, 'instructions'),
      content: String(template),
      type: 'procedural',
      tags: ['instructions'],
      metadata,
      createdAt,
    };
  }
  for (const each of listOf(docs)) {
    const document = fieldsOf(each);
    yield {
      id: nameOf(document['uuid']),
      content: textOf(document['content']) ?? '',
      type: 'semantic',
      tags: ['document'],
      metadata: { ...metadata, fileName: textOf(document['filename']) },
      createdAt: document['created_at'] ?? createdAt,
    };
  }
}

/** What Claude keeps of all conversations and of each project: pages that it writes anew, and that have no dates. */
function* memories(fields: Fields): Generator<Draft> {
  const userId = nameOf(fields['account_uuid']);
  yield* pageDrafts(fields['conversations_memory'], { userId });
  for (const [projectId, page] of Object.entries(fieldsOf(fields['project_memories']))) {
    yield* pageDrafts(page, { userId, projectId });
  }
  for (const each of listOf(fields['memory_files'])) {
    const file = fieldsOf(each);
    yield* pageDrafts(file['content'], { userId, fileName: textOf(file['path'] ?? file['name']) });
  }
}

function* pageDrafts(page: unknown, about: Metadata): Generator<Draft> {
  for (const { section, text } of paragraphsOf(textOf(page) ?? '')) {
    yield { content: text, type: 'semantic', tags: ['saved-memory'], metadata: { ...about, section } };
  }
}
