import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { type ImportForm, ImportError, type MemoryRecord, recordsFrom } from '@mneme/client/import';
import { MemoryImportService } from '@mneme/memories';
import fc from 'fast-check';
import { RecordValidator } from '../../../libs/memories/records/record-validator.js';
import { piecesOf } from '../../support/dumps/archives.js';
import { expectedOf, GOLDEN_DUMPS, goldenDump } from '../../support/dumps/golden-dumps.js';

/** The rules of the service itself. */
const service = new MemoryImportService(new RecordValidator(), undefined as never);

async function faultsIn(records: readonly MemoryRecord[]): Promise<unknown[]> {
  const checked = await Promise.all(records.map((record) => service.check(JSON.stringify(record))));
  return checked.flatMap((each, i) => ('faults' in each ? [{ faults: each.faults, record: records[i] }] : []));
}

/** @returns undefined where the dump is refused */
async function imported(text: string, from: ImportForm): Promise<MemoryRecord[] | undefined> {
  const records: MemoryRecord[] = [];
  try {
    for await (const record of recordsFrom(piecesOf(Buffer.from(text)), { from })) records.push(record);
    return records;
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}

/** Anything that JSON can hold, with what the service has bounds for. */
const anything = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 12, noUnicodeString: false }) },
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud83d',
    1e300,
    -1,
    0,
    2 ** 60,
    '9999-99-99',
    '2026-02-30',
    [],
    {},
  ),
  fc.string({ unit: 'binary', minLength: 250, maxLength: 300 }),
  fc.integer({ min: 5, max: 40 }).map((thousands) => 'word '.repeat(thousands * 200)),
  fc.dictionary(fc.string({ maxLength: 80 }), fc.string({ maxLength: 3_000 }), { maxKeys: 20 }),
  fc.array(fc.string({ maxLength: 100 }), { maxLength: 80 }),
);

/** Paths to every value in a dump. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]))];
}

function withValue(value: any, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.map((each, i) => (String(i) === key ? withValue(each, rest, other) : each));
  return { ...value, [key]: withValue(value[key], rest, other) };
}

/** The files of the archives one by one: what is read of an archive is each of them. */
const FILES: readonly (readonly [path: string, form: ImportForm])[] = [
  ...Object.entries(GOLDEN_DUMPS)
    .map(([name, form]) => [`${name}/${goldenDump(name).file}`, form] as const)
    .filter(([path]) => /\.(json|af)$/.test(path)),
  ['openmemory/archive/memories.json', 'openmemory'],
  ['chatgpt/archive/conversations-000.json', 'chatgpt'],
  ['chatgpt/archive/conversations-001.json', 'chatgpt'],
  ['claude/archive/conversations.json', 'claude'],
  ['claude/archive/memories.json', 'claude'],
  ['claude/archive/projects/proj-1.json', 'claude'],
  ['hindsight/archive/documents/000000.json', 'hindsight'],
];
const LINE_DUMPS = Object.entries(GOLDEN_DUMPS).filter(([name]) => /\.(ndjson|jsonl|txt)$/.test(goldenDump(name).file));

describe('records of a dump', () => {
  it.each(Object.keys(GOLDEN_DUMPS))('of %s are what the service takes', async (name) => {
    expect(await faultsIn(expectedOf(name).records)).toEqual([]);
  });

  it.each(FILES)('of %s are so, no matter what stands in one of its places', async (path, form) => {
    const dump = JSON.parse(readFileSync(`test/client/import/golden/${path}`, 'utf8')) as unknown;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pathsIn(dump)), anything, async (place, other) => {
        const records = await imported(JSON.stringify(withValue(dump, place, other)), form);
        expect(await faultsIn(records ?? [])).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it.each(LINE_DUMPS)('of %s are so, no matter what a line is', async (name, form) => {
    const lines = Buffer.from(goldenDump(name).bytes).toString().split('\n');
    const line = fc.oneof(
      anything.map((value) => JSON.stringify(value)),
      fc.string(),
      fc.constantFrom(...lines),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 5 }), fc.nat(lines.length), async (others, at) => {
        const text = [...lines.slice(0, at), ...others, ...lines.slice(at)].join('\n');
        const records = await imported(text, form);
        // Of its own form the service judges each record: what an export holds goes in as it is.
        if (form !== 'mneme') expect(await faultsIn(records ?? [])).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('of a dump that ends anywhere are a beginning of those of the whole', async () => {
    const whole = Buffer.from(goldenDump('mem0').bytes).toString();
    const expected = expectedOf('mem0').records;
    for (let length = 1; length < whole.length; length += 7) {
      const records: MemoryRecord[] = [];
      const reading = async (): Promise<void> => {
        for await (const record of recordsFrom(piecesOf(Buffer.from(whole.slice(0, length))), { from: 'mem0' })) {
          records.push(record);
        }
      };
      if (whole.slice(length).trim() !== '') await expect(reading()).rejects.toBeInstanceOf(ImportError);
      expect(records).toEqual(expected.slice(0, records.length));
    }
  });
});
