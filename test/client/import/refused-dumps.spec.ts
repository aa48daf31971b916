import { gzipSync } from 'node:zlib';
import { detect, type ImportForm, ImportError, recordsFrom } from '@mneme/client/import';
import { piecesOf, zipOf } from '../../support/dumps/archives.js';
import { GOLDEN_DUMPS, goldenDump } from '../../support/dumps/golden-dumps.js';

async function count(text: string | Uint8Array, from: ImportForm | 'auto' = 'auto'): Promise<number> {
  let records = 0;
  for await (const record of recordsFrom(piecesOf(Buffer.from(text)), { from }))
    records += Number(record.content !== '');
  return records;
}

const MEM0 = '{"results":[{"id":"1","memory":"Tea","user_id":"anna"}]}';

describe('a dump', () => {
  it.each<[string, string | Uint8Array, ImportForm | 'auto', string | RegExp]>([
    ['that is empty', '', 'chatgpt', 'the dump is empty'],
    ['that is blank', ' \n\n', 'mem0', 'the dump is empty'],
    ['that is a text', 'Dear diary,\n', 'auto', 'unknown format'],
    ['that is a text', 'Dear diary,\n', 'mem0', 'the dump is not JSON'],
    ['of something else', '{"a":[1,2]}', 'auto', 'unknown format'],
    ['of something else', '{"a":[1,2]}', 'zep', 'the dump holds nothing of zep'],
    ['of another system', MEM0, 'letta', 'the dump is of mem0, not of letta'],
    ['of another system', zipOf({ 'x.json': MEM0 }), 'claude', 'the archive is a dump of mem0, not of claude'],
    ['that ends early', MEM0.slice(0, 40), 'mem0', /^the dump is not JSON, or ends early: /],
    ['that goes on wrongly', `${MEM0.slice(0, -2)}, nothing]}`, 'mem0', /^the dump is not JSON, or ends early: /],
    ['that is packed and ends early', gzipSync(MEM0).subarray(0, 30), 'auto', 'the dump is damaged, or ends early'],
    [
      'that is a database',
      'SQLite format 3\0…',
      'auto',
      /SQLite database, which cannot be read here. .* sqlite3 -json FILE/,
    ],
    ['of bytes', Uint8Array.from({ length: 500 }, (_, i) => (i * 37) % 256), 'auto', /unknown format/],
  ])('%s is refused (%#)', async (_, dump, from, message) => {
    await expect(count(dump, from)).rejects.toThrow(ImportError);
    await expect(count(dump, from)).rejects.toThrow(message);
  });

  it.each(['SQLite format 3\0…', MEM0, MEM0.slice(0, 30), '', 'Dear diary,'])(
    'of %p lets go of its source',
    async (text) => {
      let isClosed = false;
      async function* source(): AsyncGenerator<Uint8Array> {
        try {
          yield Buffer.from(text);
          yield Buffer.from('\n');
        } finally {
          isClosed = true;
        }
      }
      await detect(source());
      expect(isClosed).toBe(true);
    },
  );

  it('that is empty is one of ours, of no memories', async () => {
    expect(await count('')).toBe(0);
    expect(await count('', 'mneme')).toBe(0);
  });

  it('that is packed is read', async () => {
    expect(await count(gzipSync(MEM0))).toBe(1);
    expect(await count(gzipSync(MEM0), 'mem0')).toBe(1);
  });

  it.each<[string, number]>([
    ['[2025-06-01] - Anna prefers metric units\n[2025-06-02] - Anna rows\n', 2],
    ['[2025-06-01] - Anna prefers metric units', 1],
    ['\uFEFF\n [June 2025]: Anna prefers metric units\n', 1],
    ['[2025] - Anna prefers metric units\n', 1],
    ['[2025] 2\n', 1],
    ['["May 2025"] Anna prefers metric units\n', 1],
    ['[unknown] - Anna prefers metric units\n', 1],
  ])('that is the text %j is read as one, though it begins like an array', async (text, expected) => {
    expect(await count(text)).toBe(expected);
    expect(await count(text, 'chatgpt')).toBe(expected);
    expect(await count(zipOf({ 'memories.txt': text }))).toBe(expected);
  });

  it.each(['[', '[]', '[1, 2]', '[1,\n2]', '["a"]', '[[]]', '[null]'])('that is %j is an array', async (text) => {
    await expect(count(text)).rejects.toThrow('unknown format');
    await expect(count(text, 'mem0')).rejects.toThrow(/holds nothing of mem0|ends early/);
  });

  it('with a mark of its encoding is read', async () => {
    expect(await count(`\uFEFF${MEM0}`)).toBe(1);
    expect(await count('\uFEFF{"type":"entity","name":"A","entityType":"b","observations":["c"]}\n')).toBe(1);
  });

  it('of a value of more than 64 MiB is refused, before it is held', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"results":[{"id":"1","memory":"');
      const piece = Buffer.alloc(1 << 20, 'a');
      for (;;) yield piece;
    }
    const reading = async (): Promise<void> => {
      for await (const record of recordsFrom(endless())) expect(record).toBeUndefined();
    };
    await expect(reading()).rejects.toThrow('the dump has a value of more than 64 MiB');
  });

  it('of very many levels is refused, or kept without them', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    await expect(count(`{"results":[{"id":"1","memory":"Tea","metadata":{"a":${deep}}}]}`)).rejects.toThrow(
      'the dump is not JSON, or ends early: it has more than 512 levels',
    );
    const line = `{"id":"1","memory":"Tea","metadata":{"a":${deep}}}\n`;
    expect(await count(`{"id":"0","memory":"Tea"}\n${line}`)).toBe(2);
  });

  it('whose source fails says what the source said', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(MEM0.slice(0, 30));
      throw new Error('the network is gone');
    }
    await expect(detect(failing())).rejects.toThrow('the network is gone');
  });

  const names = Object.keys(GOLDEN_DUMPS);
  it.each(names)('%s is refused under every other name', async (name) => {
    for (const other of new Set(Object.values(GOLDEN_DUMPS))) {
      if (other === GOLDEN_DUMPS[name]) continue;
      await expect(count(goldenDump(name).bytes, other)).rejects.toThrow(/is (of|a dump of) [a-z0-9-]+, not of/);
    }
  });
});
