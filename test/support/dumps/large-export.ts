import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface LargeExport {
  readonly conversations: number;
  readonly messages: number;
  /** Of the conversations, before they are packed. */
  readonly jsonBytes: number;
  readonly zipBytes: number;
}

const WORDS =
  'the boat needs paint before harbour freezes anna brings tea for everyone while rain falls on old roof and we read letters from lisbon about winter trains that never came home'.split(
    ' ',
  );
const MESSAGES = 12;
const SHARD_CONVERSATIONS = 1_000;
const IMAGE_BYTES = 4 << 20;

/** The same in every run, and no text twice. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A conversation of ChatGPT, with an answer that was made again. @param messages that the user saw */
function largeConversation(number: number, messages = MESSAGES): object {
  const next = random(number + 1);
  const id = `conversation-${number}`;
  const text = (words: number): string =>
    Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ');
  const node = (key: string, parent: string | null, role: string, words: number, time: number): [string, object] => {
    const content = { content_type: 'text', parts: [text(words)] };
    const message = {
      id: `${id}/${key}`,
      author: { role, name: null, metadata: {} },
      create_time: time,
      update_time: null,
      content,
      status: 'finished_successfully',
      end_turn: true,
      weight: 1,
      metadata: { model_slug: 'gpt-x', request_id: text(3), timestamp_: 'absolute' },
      recipient: 'all',
      channel: null,
    };
    return [key, { id: key, message, parent, children: [] }];
  };
  const start = 1_600_000_000 + number * 600;
  const path = Array.from({ length: messages }, (_, i) =>
    node(`n${i}`, i === 0 ? null : `n${i - 1}`, i % 2 === 0 ? 'user' : 'assistant', i % 2 === 0 ? 80 : 600, start + i),
  );
  const discarded = node('discarded', 'n0', 'assistant', 400, start);
  return {
    title: text(4),
    create_time: start,
    update_time: start + messages,
    mapping: Object.fromEntries([...path, discarded]),
    moderation_results: [],
    current_node: `n${messages - 1}`,
    conversation_id: id,
  };
}

/**
 * Writes an export of ChatGPT: shards of conversations, and images up to the size of the archive.
 * @param jsonBytes at least; what the conversations have before they are packed
 * @param zipBytes at least
 */
export async function writeLargeExport(path: string, jsonBytes: number, zipBytes: number): Promise<LargeExport> {
  const file = createWriteStream(path);
  let written = 0;
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    written += chunk.length;
    file.write(chunk);
  });
  const drained = async (): Promise<void> => {
    if (file.writableNeedDrain) await once(file, 'drain');
  };
  let conversations = 0;
  let bytes = 0;
  for (let shard = 0; bytes < jsonBytes; shard++) {
    const entry = new ZipDeflate(`conversations-${String(shard).padStart(3, '0')}.json`, { level: 1 });
    archive.add(entry);
    for (let i = 0; i < SHARD_CONVERSATIONS && bytes < jsonBytes; i++) {
      const json = strToU8(`${i === 0 ? '[' : ','}${JSON.stringify(largeConversation(conversations++))}`);
      bytes += json.length;
      entry.push(json);
      await drained();
    }
    entry.push(strToU8(']'), true);
  }
  const next = random(7);
  const image = Uint8Array.from({ length: IMAGE_BYTES }, () => next() * 256);
  for (let nth = 0; written < zipBytes; nth++) {
    const entry = new ZipPassThrough(`image-${nth}.png`);
    archive.add(entry);
    entry.push(image, true);
    await drained();
  }
  archive.end();
  file.end();
  await once(file, 'close');
  return { conversations, messages: conversations * MESSAGES, jsonBytes: bytes, zipBytes: written };
}
