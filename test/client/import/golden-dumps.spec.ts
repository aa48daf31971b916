import { detect, type ImportForm, ImportSummary, type MemoryRecord, recordsFrom } from '@mneme/client/import';
import { piecesOf } from '../../support/dumps/archives.js';
import { type ExpectedImport, expectedOf, GOLDEN_DUMPS, goldenDump } from '../../support/dumps/golden-dumps.js';

interface Reading {
  readonly from?: ImportForm;
  readonly userId?: string;
  readonly pieceBytes?: number;
}

async function imported(bytes: Uint8Array, { pieceBytes, ...options }: Reading = {}): Promise<ExpectedImport> {
  const summary = new ImportSummary();
  const records: MemoryRecord[] = [];
  const onNote = summary.note.bind(summary);
  for await (const record of recordsFrom(piecesOf(bytes, pieceBytes), { ...options, onNote })) records.push(record);
  return { ...summary.noteCounts(), records };
}

describe.each(Object.entries(GOLDEN_DUMPS))('the dump %s', (name, form) => {
  const { bytes } = goldenDump(name);

  it('is recognized', async () => {
    expect(await detect(piecesOf(bytes))).toBe(form);
  });

  it('becomes the expected records', async () => {
    expect(await imported(bytes)).toEqual(expectedOf(name));
  });

  it('becomes the same on one line', async () => {
    expect(await imported(goldenDump(name, true).bytes)).toEqual(expectedOf(name));
  });

  it('becomes the same by its name, and byte by byte', async () => {
    expect(await imported(bytes, { from: form, pieceBytes: 1 })).toEqual(expectedOf(name));
  });

  it('has a name for each record, all of them different', async () => {
    const names = expectedOf(name).records.map(({ externalId }) => externalId);
    expect(new Set(names).size).toBe(names.length);
    if (form !== 'mneme') expect(names.every((each) => each?.startsWith(`${form}:`))).toBe(true);
  });

  it('leaves a user that it names, and has the one that is given where it names none', async () => {
    const { records } = await imported(bytes, { userId: 'given' });
    const named = expectedOf(name).records.map(({ metadata }) => metadata?.['userId']);
    const users = records.map(({ metadata }) => metadata?.['userId']);
    expect(users).toEqual(named.map((user) => user ?? 'given'));
  });
});
