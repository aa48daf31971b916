import { type ImportNote, type MemoryRecord, recordsFrom } from '@mneme/client/import';
import { piecesOf } from '../../support/dumps/archives.js';

/** What becomes of a memory of mem0 with these fields. */
async function imported(fields: object, notes: ImportNote[] = []): Promise<MemoryRecord[]> {
  const dump = JSON.stringify({ results: [{ id: 'x', memory: 'Tea', user_id: 'anna', ...fields }] });
  const records: MemoryRecord[] = [];
  const options = { onNote: (note: ImportNote) => void notes.push(note) };
  for await (const record of recordsFrom(piecesOf(Buffer.from(dump)), options)) records.push(record);
  return records;
}

const length = (text: string): number => [...text].length;

describe('a text', () => {
  it.each([
    ['of words', 'The harbour is frozen. '.repeat(1_100)],
    ['of paragraphs', `${'The harbour is frozen. '.repeat(60)}\n\n`.repeat(18)],
    ['without a space', 'x'.repeat(25_001)],
    ['of characters of two units', `x${'🛶'.repeat(12_001)}`],
  ])('%s that is too long for one memory becomes several', async (_, memory) => {
    const records = await imported({ memory });
    expect(records.length).toBeGreaterThan(1);
    expect(records.map(({ content }) => content).join('')).toBe(memory);
    for (const { content } of records) expect(content).not.toMatch(/\p{Surrogate}/u);
    expect(Math.max(...records.map(({ content }) => length(content)))).toBeLessThanOrEqual(10_000);
    expect(records.map(({ externalId }) => externalId)).toEqual(records.map((_, i) => `mem0:x#${i + 1}`));
    expect(records.map(({ metadata }) => [metadata?.['part'], metadata?.['parts']])).toEqual(
      records.map((_, i) => [i + 1, records.length]),
    );
  });

  it('is cut where a paragraph or a sentence ends', async () => {
    const [first] = await imported({ memory: `${'A sentence. '.repeat(700)}\n\n${'Another one. '.repeat(700)}` });
    expect(first?.content.endsWith('\n\n')).toBe(true);
    const [sentences] = await imported({ memory: 'A sentence of words. '.repeat(700) });
    expect(sentences?.content.endsWith('words. ')).toBe(true);
  });

  it('that fits exactly stays one', async () => {
    expect(await imported({ memory: 'x'.repeat(10_000) })).toHaveLength(1);
  });
});

describe('a name', () => {
  it('that is too long, or cannot be stored, is replaced by its digest', async () => {
    const names = await Promise.all(
      ['a'.repeat(300), `${'a'.repeat(299)}b`, 'with\u0000', 'a'.repeat(300)].map((id) => imported({ id })),
    );
    const ids = names.map(([record]) => record?.externalId);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^mem0:sha256:[\w-]{43}$/)));
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe(ids[3]);
  });

  it('that is missing is made of the text, the time and the user', async () => {
    const others = [{}, {}, { memory: 'Coffee' }, { user_id: 'ben' }, { created_at: '2025-01-01' }];
    const ids = await Promise.all(others.map(async (each) => (await imported({ ...each, id: null }))[0]?.externalId));
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('an owner', () => {
  it('that no filter could find is replaced by its digest, and counted', async () => {
    const notes: ImportNote[] = [];
    const [first] = await imported(
      { user_id: 'u'.repeat(129), run_id: '🛶'.repeat(129), agent_id: '🛶'.repeat(128) },
      notes,
    );
    const [second] = await imported({ user_id: `${'u'.repeat(129)}v` });
    const digest = expect.stringMatching(/^sha256:[\w-]{43}$/) as string;
    expect(first?.metadata).toMatchObject({ userId: digest, sessionId: digest, agentId: '🛶'.repeat(128) });
    expect(second?.metadata?.['userId']).not.toBe(first?.metadata?.['userId']);
    expect(notes.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
      'changed: userId of more than 128 characters',
      'changed: sessionId of more than 128 characters',
    ]);
  });
});

describe('tags', () => {
  it('are short, few, different and in one form', async () => {
    const notes: ImportNote[] = [];
    const categories = [
      'cafe\u0301',
      'café',
      ' spaced ',
      '',
      7,
      '🛶'.repeat(70),
      ...Array.from({ length: 60 }, (_, i) => `t${i}`),
    ];
    const [record] = await imported({ categories }, notes);
    expect(record?.tags).toHaveLength(50);
    expect(record?.tags?.slice(0, 4)).toEqual(['café', 'spaced', '🛶'.repeat(64), 't0']);
    expect(notes.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
      'changed: a tag of more than 64 characters',
      'changed: more than 50 tags',
    ]);
  });
});

describe('metadata', () => {
  it('loses what is largest where there is too much', async () => {
    const notes: ImportNote[] = [];
    const metadata = { small: 'kept', large: 'x'.repeat(20_000), medium: 'y'.repeat(9_000), list: ['z'.repeat(9_000)] };
    const [record] = await imported({ metadata }, notes);
    expect(Object.keys(record?.metadata ?? {})).toEqual(['importedFrom', 'userId', 'small', 'list']);
    expect(notes).toEqual([{ kind: 'changed', reason: 'metadata of more than 16 KiB', count: 1 }]);
  });

  it('keeps a day, makes a moment of a time, and puts aside what has another meaning here', async () => {
    const [day] = await imported({ metadata: { occurredAt: '2025-03-01' } });
    expect(day?.metadata).toMatchObject({ occurredAt: '2025-03-01' });
    const [moment] = await imported({ metadata: { occurredAt: '2025-03-01 10:00:00+01' } });
    expect(moment?.metadata).toMatchObject({ occurredAt: '2025-03-01T09:00:00.000Z' });
    const [other] = await imported({
      metadata: { occurredAt: 'in May', supersedes: 'y', userId: 'ben', sessionId: 's' },
    });
    expect(other?.metadata).toEqual({
      importedFrom: 'mem0',
      userId: 'anna',
      sessionId: 's',
      original: { occurredAt: 'in May', supersedes: 'y', userId: 'ben' },
    });
  });
});

describe('a time', () => {
  it.each<[unknown, string | undefined]>([
    ['2025-03-14T08:15:30.123456-07:00', '2025-03-14T15:15:30.123Z'],
    ['2025-03-14T08:15:30', '2025-03-14T08:15:30.000Z'],
    ['2025-03-14 08:15:30.5+00', '2025-03-14T08:15:30.500Z'],
    ['2025-03-14 08:15:30+0530', '2025-03-14T02:45:30.000Z'],
    ['2025-03-14T08:15Z', '2025-03-14T08:15:00.000Z'],
    ['2025-03-14', '2025-03-14T00:00:00.000Z'],
    ['2025-03-14 08:15:30 UTC', '2025-03-14T08:15:30.000Z'],
    [1_741_940_130, '2025-03-14T08:15:30.000Z'],
    [1_741_940_130.25, '2025-03-14T08:15:30.250Z'],
    [1_741_940_130_250, '2025-03-14T08:15:30.250Z'],
    [1_741_940_130_250_000, '2025-03-14T08:15:30.250Z'],
    [1_741_940_130_250_000_000, '2025-03-14T08:15:30.250Z'],
    ['1741940130.25', '2025-03-14T08:15:30.250Z'],
    [0, undefined],
    [-5, undefined],
    ['2025-02-30', undefined],
    ['yesterday', undefined],
    ['20250314', undefined],
    [null, undefined],
    [1e300, undefined],
  ])('%p is read as %p', async (created_at, expected) => {
    expect((await imported({ created_at }))[0]?.createdAt).toBe(expected);
  });

  it.each<[object, number]>([
    [{ created_at: 'not a date' }, 1],
    [{ created_at: '9999-99-99', updated_at: 'never' }, 1],
    [{ created_at: '2025-01-01', expiration_date: 'soon' }, 1],
    [{ created_at: -5 }, 1],
    [{ created_at: null, updated_at: '', expiration_date: 0 }, 0],
  ])('of %j that cannot be read is counted', async (fields, count) => {
    const notes: ImportNote[] = [];
    expect(await imported(fields, notes)).toHaveLength(1);
    expect(notes).toEqual(Array(count).fill({ kind: 'changed', reason: 'a time that cannot be read', count: 1 }));
  });

  it('of a change before the creation is left out', async () => {
    const [record] = await imported({ created_at: '2025-01-02', updated_at: '2025-01-01' });
    expect(record).not.toHaveProperty('updatedAt');
  });
});
