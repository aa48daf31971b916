import {
  DamagedDumpError,
  detect,
  type ImportForm,
  ImportSummary,
  type MemoryRecord,
  recordsFrom,
  ImportError,
} from '@mneme/client/import';
import { type Files, piecesOf, streamedZipOf, zipOf } from '../../support/dumps/archives.js';

/** A conversation of ChatGPT of so many messages. */
function conversation(id: string, messages = 1): object {
  const nodes = Array.from({ length: messages }, (_, i) => {
    const content = { content_type: 'text', parts: [`Question ${i} about the harbour of ${id}`] };
    const message = { id: `${id}/${i}`, author: { role: 'user' }, create_time: 1_700_000_000 + i, content };
    return [`n${i}`, { message, parent: i === 0 ? null : `n${i - 1}`, children: [] }];
  });
  return { conversation_id: id, title: id, current_node: `n${messages - 1}`, mapping: Object.fromEntries(nodes) };
}

const CONVERSATIONS = JSON.stringify(Array.from({ length: 40 }, (_, i) => conversation(`c${i}`, 5)));
/** An archive in the archive, an image whose bytes look like the end of a file, and notes of macOS. */
const FILES: Files = {
  '__MACOSX/._conversations.json': 'notes',
  'more/older.zip': zipOf({ 'conversations.json': JSON.stringify([conversation('older')]) }, 0),
  'image.png': Buffer.from('PK\x07\x08PK\x01\x02PK\x03\x04'.repeat(500), 'latin1'),
  'chat.html': '<html>',
  'conversations.json': CONVERSATIONS,
};

async function imported(
  source: Parameters<typeof recordsFrom>[0],
  from: ImportForm | 'auto' = 'auto',
): Promise<MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  for await (const record of recordsFrom(source, { from })) records.push(record);
  return records;
}

describe.each([
  ['sizes before the files, packed', zipOf(FILES)],
  ['sizes before the files, stored', zipOf(FILES, 0)],
  ['sizes behind the files, packed', streamedZipOf(FILES)],
  ['sizes behind the files, stored', streamedZipOf(FILES, 0)],
])('an archive with %s', (_, bytes) => {
  it.each([1, 13, 100_000])('is read in pieces of %i bytes', async (piece) => {
    const records = await imported(piecesOf(bytes, piece));
    expect(records).toHaveLength(200);
    expect(records.at(-1)).toMatchObject({ externalId: 'chatgpt:c39/4', metadata: { sessionId: 'c39' } });
  });

  it('is read from a stream of the platform', async () => {
    expect(await imported(new Blob([Buffer.from(bytes)]).stream())).toHaveLength(200);
  });

  it('is refused where it ends within a file, and what was read before is good', async () => {
    const whole = await imported(piecesOf(bytes));
    const end = Buffer.from(bytes).indexOf('PK\x01\x02conversations'.slice(0, 4), bytes.length - 700, 'latin1');
    for (let length = 1; length < end - 20; length += Math.ceil(end / 30)) {
      const records: MemoryRecord[] = [];
      const reading = async (): Promise<void> => {
        for await (const record of recordsFrom(piecesOf(bytes.subarray(0, length)))) records.push(record);
      };
      await expect(reading()).rejects.toBeInstanceOf(length < 4 ? ImportError : DamagedDumpError);
      expect(records).toEqual(whole.slice(0, records.length));
    }
  });

  it('is never read as something else where a bit of it is wrong', async () => {
    const whole = await imported(piecesOf(bytes));
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 50)) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      const outcome = await imported(piecesOf(damaged)).catch((error: unknown) => error);
      if (outcome instanceof ImportError) continue;
      // Of the files that hold no memories nothing is checked.
      expect(outcome).toEqual(whole);
    }
  });

  it('lets go of its source where the reader has enough', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield* piecesOf(bytes, 100);
      } finally {
        isClosed = true;
      }
    }
    for await (const record of recordsFrom(source())) {
      expect(record.externalId).toBe('chatgpt:c0/0');
      break;
    }
    expect(isClosed).toBe(true);
  });
});

describe('an archive', () => {
  it('of shards is read in its order', async () => {
    const shards = ['000', '001', '002'].map((number) => [
      `export/conversations-${number}.json`,
      JSON.stringify([conversation(`shard-${number}`)]),
    ]);
    const records = await imported(piecesOf(zipOf(Object.fromEntries(shards) as Files)));
    expect(records.map(({ metadata }) => metadata?.['sessionId'])).toEqual(['shard-000', 'shard-001', 'shard-002']);
  });

  it('of a later export adds no custom instructions again', async () => {
    const metadata = { is_user_system_message: true, user_context_message_data: { about_user_message: 'I sail.' } };
    const set = (id: string, time: number): object => ({
      conversation_id: id,
      current_node: 'n',
      create_time: time,
      mapping: { n: { message: { author: { role: 'user' }, content: {}, metadata }, parent: null, children: [] } },
    });
    const exports = [[set('b', 1_800_000_000)], [set('c', 1_900_000_000), set('b', 1_800_000_000)]];
    const records = await Promise.all(
      exports.map((each) => imported(piecesOf(zipOf({ 'conversations.json': JSON.stringify(each) })))),
    );
    expect(records.map((each) => each.length)).toEqual([1, 1]);
    expect(records[0]?.[0]?.externalId).toBe(records[1]?.[0]?.externalId);
  });

  it.each([zipOf({}), zipOf({ 'a.json': '', 'b.txt': ' ' })])('of nothing is what an empty file is', async (bytes) => {
    expect(await detect(piecesOf(bytes))).toBe('mneme');
    expect(await imported(piecesOf(bytes))).toEqual([]);
    await expect(imported(piecesOf(bytes), 'chatgpt')).rejects.toThrow('the dump is empty');
  });

  it('whose first file is empty is of the form of the others', async () => {
    expect(await imported(piecesOf(zipOf({ 'a.json': '', 'conversations.json': CONVERSATIONS })))).toHaveLength(200);
  });

  it('that ends between two files is refused', async () => {
    const shards = { 'conversations-000.json': CONVERSATIONS, 'conversations-001.json': CONVERSATIONS };
    const bytes = zipOf(shards);
    const second = Buffer.from(bytes).indexOf('PK\x03\x04', 4, 'latin1');
    for (const length of [second, second + 2, second + 10]) {
      await expect(imported(piecesOf(bytes.subarray(0, length)))).rejects.toThrow('the archive is truncated');
    }
  });

  it('of very many small conversations is read', async () => {
    const count = 30_000;
    async function* conversations(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < count; i++) {
        yield Buffer.from(`${i === 0 ? '[' : ','}${JSON.stringify(conversation(`small-${i}`))}`);
      }
      yield Buffer.from(']');
    }
    const summary = new ImportSummary();
    for await (const record of recordsFrom(conversations())) summary.add(record);
    expect(summary.preview()).toMatchObject({ records: count, sessions: count, types: { episodic: count } });
  });

  const inner = zipOf({ 'conversations.json': CONVERSATIONS });
  const encrypted = Uint8Array.from(inner);
  encrypted[6] = (encrypted[6] ?? 0) | 1;
  const unknownMethod = Uint8Array.from(inner);
  unknownMethod[8] = 9;
  it.each<[string, Uint8Array, string | RegExp]>([
    [
      'within an archive',
      zipOf({ 'export.zip': inner }),
      'the archive holds another, export.zip: unpack it, and import that',
    ],
    ['of images', zipOf({ 'a.png': 'x', 'b.jpg': 'y' }), 'no known format in the archive: a.png, b.jpg'],
    ['that is encrypted', encrypted, /^conversations.json in the archive is encrypted/],
    ['that is packed in another way', unknownMethod, /^conversations.json in the archive is packed by method 9/],
  ])('%s is refused', async (_, bytes, message) => {
    await expect(imported(piecesOf(bytes))).rejects.toThrow(message);
  });
});
