import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { MemoryRecord } from '@mneme/client/import';
import { zipOf } from '../support/dumps/archives.js';
import { expectedOf, GOLDEN_DUMPS, goldenDump } from '../support/dumps/golden-dumps.js';
import { Api } from '../support/service/api.js';
import { mnemeCommandIn, type FinishedCommand } from '../support/service/mneme-command.js';
import { serverCommand } from '../support/service/server-command.js';
import { ServerProcess } from '../support/service/server-process.js';

/** For each dump a question, whose memory it is, and what is found. */
const QUESTIONS: readonly (readonly [dump: string, query: string, metadata: Record<string, string>, found: object])[] = [
  ['mem0', 'who keeps bees?', { userId: 'marta', sessionId: 'spring-2025' }, { content: 'Marta keeps bees on the roof of the library', createdAt: '2025-03-14T15:15:30.123Z' }],
  ['mem0-sdk', 'bicycles on the ferry', { userId: 'piet', sessionId: 'trip' }, { createdAt: '2025-06-01T10:00:00.000Z' }],
  ['openmemory', 'how is the bread made?', { userId: 'ilse', appId: 'cursor' }, { createdAt: '2025-02-03T04:05:06.789Z', type: 'semantic' }],
  ['openmemory-list', 'the rings of Saturn', { userId: 'ravi' }, { type: 'emotional', importance: 0.83 }],
  ['openmemory-rows', 'where did Ravi live before?', { userId: 'ravi' }, { content: 'Ravi lives in Pune (no longer true since 2024-03-09)' }],
  ['chatgpt', 'which varnish for the deck?', { sessionId: 'conv-boat', speaker: 'assistant' }, { createdAt: '2025-01-01T10:00:10.000Z', type: 'episodic' }],
  ['chatgpt-saved', 'languages', {}, { content: 'Is learning Portuguese' }],
  ['claude', 'where do seeds keep best?', { userId: 'acc-1', sessionId: 'conv-1' }, { type: 'episodic', createdAt: '2025-07-01T10:00:09.000Z' }],
  ['mcp-memory', 'when are the rehearsals?', { entity: 'Otto' }, { content: 'Otto: Rehearses on Thursdays' }],
  ['hindsight', 'what happened to the kiln in the frost?', { documentId: 'minutes-7' }, { createdAt: '2025-01-20T18:00:00.000Z', type: 'episodic' }],
  ['zep', 'where does Lena live?', { userId: 'lena' }, { content: 'Lena lives in Ghent', createdAt: '2024-05-02T10:00:01.000Z' }],
  ['zep-sessions', 'accordion bellows', { userId: 'tomas', sessionId: 's-1', speaker: 'Tomas' }, { createdAt: '2023-09-09T09:09:09.999Z' }],
  ['letta', 'the walk around the lake', { agent: 'travel-companion', speaker: 'user' }, { createdAt: '2025-08-01T08:00:00.000Z' }],
  ['letta-old', 'stamps', { agent: 'archivist' }, { type: 'identity' }],
  ['doobidoo', 'why ash wood for the looms?', { project: 'weaving' }, { type: 'decision', createdAt: '2025-06-15T15:06:40.750Z' }],
  ['langgraph', 'when to send the newsletter', { userId: 'freya' }, { content: 'Freya wants the newsletter on Fridays' }],
  ['langgraph-lines', 'posters', { userId: 'freya', topic: 'archive' }, { createdAt: '2025-10-03T00:00:00.000Z' }],
  ['mneme', 'who winds the clock?', { userId: 'keeper', sessionId: 'log-3' }, { type: 'procedural', importance: 0.7 }],
]; // prettier-ignore

/** As a list has it. */
function storedOf({ id: _, ...record }: MemoryRecord): object {
  const { importance = 0.5, tags = [], metadata = {}, createdAt, updatedAt = createdAt } = record;
  const times =
    createdAt === undefined
      ? { createdAt: expect.any(String), updatedAt: expect.any(String) }
      : { createdAt, updatedAt };
  return expect.objectContaining({ ...record, importance, tags, metadata, ...times });
}

describe('the import of other systems', () => {
  let server: ServerProcess;
  let folder: string;
  const run = (...words: string[]): Promise<FinishedCommand> => serverCommand(server.dataDir, words, folder);
  const keyOf = async (tenant: string): Promise<string> => {
    const { out } = await run('keys', 'create', '--tenant', tenant, '--name', 'k', '--create-tenant', '--json');
    return (JSON.parse(out) as { plainKey: string }).plainKey;
  };
  const file = async (name: string): Promise<string> => {
    const { file: place, bytes } = goldenDump(name);
    const path = `${name}-${place}`;
    await writeFile(join(folder, path), bytes);
    return path;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-import-'));
    server = await ServerProcess.start();
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await rm(folder, { recursive: true });
  });

  it.each(QUESTIONS)('stores the dump %s once, and finds it', async (name, query, metadata, found) => {
    const path = await file(name);
    const api = new Api(server.url, await keyOf(name));
    const { records, ...notes } = expectedOf(name);
    const isNdjson = name === 'mneme';
    const first = JSON.parse((await run('import', path, '--tenant', name, '--json')).out) as object;
    const refused = isNdjson ? 3 : 0;
    const counts = { form: GOLDEN_DUMPS[name], read: records.length + refused, replaced: 0, failed: refused };
    expect(first).toMatchObject({ ...counts, created: records.length, present: 0, ...(isNdjson ? {} : notes) });

    const listed = await api.get(
      `/api/v1/memories?tenantId=${name}&limit=100&fields=tags,metadata,updatedAt,externalId,expiresAt`,
    );
    const { memories } = listed.body.data as { memories: object[] };
    expect(memories).toHaveLength(records.length);
    expect(memories).toEqual(expect.arrayContaining(records.map(storedOf)));

    const search = { tenantId: name, query, metadata, limit: 1, fields: ['metadata'] };
    const body = Object.keys(metadata).length === 0 ? { ...search, metadata: undefined } : search;
    const { results } = (await api.post('/api/v1/memories/search', body)).body.data as { results: object[] };
    expect(results[0]).toMatchObject({ ...found, metadata });

    const again = JSON.parse(
      (await run('import', path, '--tenant', name, '--from', GOLDEN_DUMPS[name] ?? '', '--json')).out,
    ) as object;
    expect(again).toMatchObject({ ...counts, created: 0, present: records.length });
  });

  it('is the same at an address, and the other way round', async () => {
    const key = await keyOf('elsewhere');
    const env = { MNEME_API_KEY: key, MNEME_TENANT: 'elsewhere' };
    const path = await file('chatgpt');
    const importing = async (...words: string[]): Promise<FinishedCommand> =>
      mnemeCommandIn(folder, env, 'import', path, '--url', server.url, ...words);
    const { records } = expectedOf('chatgpt');
    const first = await importing();
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toBe(
      `${records.length} records read: ${records.length} stored, 0 already there, 0 refused.\n` +
        'Left out: 7 (a message of a discarded branch: 1; a hidden message: 1; an image: 1; the output of a tool: 1; ' +
        'a message without text: 1; a call of a tool: 1; a conversation without messages: 1).\n',
    );
    const again = JSON.parse((await importing('--json')).out) as object;
    expect(again).toMatchObject({ form: 'chatgpt', created: 0, present: records.length, failed: 0, aborted: false });
    const here = JSON.parse((await run('import', path, '--tenant', 'elsewhere', '--json')).out) as object;
    expect(here).toMatchObject({ created: 0, present: records.length });
    const replaced = await importing('--on-conflict', 'replace', '--user-id', 'anna', '--json');
    // The custom instructions have no id: those of a user are named by the user too.
    expect(JSON.parse(replaced.out)).toMatchObject({ created: 2, replaced: records.length - 2 });
    const api = new Api(server.url, key);
    const { body } = await api.get('/api/v1/memories/count?tenantId=elsewhere&metadata.userId=anna');
    expect(body.data).toEqual({ count: records.length });
  });

  it('shows what a file holds, needs nothing for that, and stores nothing', async () => {
    const path = await file('claude');
    const { records, skipped } = expectedOf('claude');
    const here = await mnemeCommandIn(
      folder,
      { MNEME_DATA_DIR: join(folder, 'none') },
      'import',
      path,
      '--dry-run',
      '--json',
    );
    const preview = JSON.parse(here.out) as object;
    expect(preview).toMatchObject({ form: 'claude', records: records.length, users: 1, sessions: 1, skipped });
    expect(preview).toMatchObject({ types: { semantic: 7, episodic: 3 }, first: records.slice(0, 3), aborted: false });
    expect(await readdir(folder)).not.toContain('none');
    const elsewhere = await mnemeCommandIn(
      folder,
      {},
      'import',
      path,
      '--dry-run',
      '--json',
      '--url',
      'http://127.0.0.1:1',
    );
    expect(JSON.parse(elsewhere.out)).toEqual(preview);
    const text = await run('import', path, '--dry-run');
    expect(text.out).toMatch(
      /^13 records of claude: semantic 7, .*\nUsers: 1. Sessions: 1. From 2025-06-30T08:00:00.000Z to /,
    );
    expect(text.out).toMatch(
      /\n {2}2025-07-01 semantic acc-1: Noor plans .*\(claude:conv-1\/summary\)\n[^]*\nNothing was stored.\n$/,
    );
  });

  it('prints nothing that acts on a terminal, and each memory on one line', async () => {
    const memory = '\u001b[2JAnna\n0.99  semantic    rows \u202etfel\u0007';
    await writeFile(join(folder, 'control.json'), JSON.stringify([{ id: '1\u009b', memory }]));
    const shown = String.raw`\u001b[2JAnna\n0.99  semantic    rows \u202etfel\u0007`;
    const preview = await run('import', 'control.json', '--dry-run');
    expect(preview.out).toContain(
      String.raw`  semantic: \u001b[2JAnna 0.99 semantic rows \u202etfel\u0007  (mem0:1\u009b)`,
    );
    await run('import', 'control.json', '--tenant', 'control', '--create-tenant');
    const found = await run('search', 'who rows?', '--tenant', 'control');
    expect(found.out).toMatch(/^\d\.\d\d {2}semantic {4}/);
    expect(found.out.slice(18)).toBe(`${shown}\n`);
    const json = await run('search', 'who rows?', '--tenant', 'control', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ results: [{ content: memory }] });
  });

  it.each([
    ['docs/guides/moving-in.md', 'chatgpt', 'export.zip --dry-run'],
    ['docs/reference/command-line.md', 'openmemory', 'openmemory.zip --tenant acme'],
  ])('is what %s shows', async (page, name, words) => {
    const text = await readFile(page, 'utf8');
    const begin = `$ npx mneme import ${words}\n`;
    const shown = text.slice(text.indexOf(begin) + begin.length).split('```', 1)[0];
    await run('tenants', 'create', 'acme');
    await writeFile(join(folder, words.split(' ')[0] ?? ''), goldenDump(name).bytes);
    expect((await run('import', ...words.split(' '))).out).toBe(shown);
  });

  it('stores what stands before the damage, and the rest once the file is whole', async () => {
    const tenant = 'damaged';
    await keyOf(tenant);
    const whole = Buffer.from(goldenDump('mem0').bytes).toString();
    await writeFile(join(folder, 'cut.json'), whole.slice(0, whole.indexOf('-0003-')));
    const cut = await run('import', 'cut.json', '--tenant', tenant);
    expect(cut.code).toBe(1);
    expect(cut.out).toBe('2 records read: 2 stored, 0 already there, 0 refused.\n');
    expect(cut.err).toMatch(
      /^Not read to its end: the dump is not JSON, or ends early: .* What was read before is stored.\n$/,
    );
    await writeFile(join(folder, 'whole.json'), whole);
    const rest = JSON.parse((await run('import', 'whole.json', '--tenant', tenant, '--json')).out) as object;
    expect(rest).toMatchObject({ created: 2, present: 2, failed: 0 });
  });

  it('says in one number that there is nothing, or one record', async () => {
    await keyOf('few');
    await writeFile(join(folder, 'nothing.zip'), zipOf({}));
    await writeFile(join(folder, 'no-bytes'), '');
    const one = { id: '1', memory: 'Tea', created_at: 'not a date', user_id: 'u'.repeat(200) };
    await writeFile(join(folder, 'one.json'), JSON.stringify([one]));
    const nothing = { code: 0, out: '0 records read: 0 stored, 0 already there, 0 refused.\n', err: '' };
    for (const name of ['nothing.zip', 'no-bytes'])
      expect(await run('import', name, '--tenant', 'few')).toEqual(nothing);
    const changed = 'Changed: 2 (a time that cannot be read: 1; userId of more than 128 characters: 1).\n';
    expect((await run('import', 'one.json', '--dry-run')).out).toMatch(/^1 record of mem0: semantic 1.\n/);
    expect((await run('import', 'one.json', '--tenant', 'few')).out).toBe(
      `1 record read: 1 stored, 0 already there, 0 refused.\n${changed}`,
    );
  });

  it('fails without a record where an archive is cut off in its first file', async () => {
    const { bytes } = goldenDump('chatgpt');
    await writeFile(join(folder, 'cut.zip'), bytes.subarray(0, 120));
    for (const words of [['--tenant', 'acme', '--create-tenant'], ['--dry-run']]) {
      const { code, out, err } = await run('import', 'cut.zip', ...words);
      expect([code, out, err]).toEqual([1, '', expect.stringMatching(/cut.zip: .*(truncated|ends early)\.\n$/)]);
    }
  });

  it('takes an export of ours packed too, under the same names', async () => {
    await keyOf('packed');
    const lines = '{"content":"Packed","type":"task"}\n{"content":"Packed","type":"task"}\n';
    await writeFile(join(folder, 'plain.ndjson'), lines);
    await writeFile(join(folder, 'packed.ndjson.gz'), gzipSync(lines));
    expect((await run('import', 'plain.ndjson', '--tenant', 'packed')).out).toMatch(/^2 records read: 2 stored/);
    expect((await run('import', 'packed.ndjson.gz', '--tenant', 'packed')).out).toMatch(
      /^2 records read: 0 stored, 2 already/,
    );
  });

  it.each<[string[], RegExp]>([
    [['mem0', '--from', 'zep'], /the dump is of mem0, not of zep.\n$/],
    [['mem0', '--from', 'notion'], /'notion' is invalid. Allowed choices are auto, mem0, /],
    [['mem0', '--user-id', ' '], /it must not be empty/],
    [
      ['mem0', '--user-id', 'u'.repeat(129)],
      /option '--user-id <id>' .* it must have at most 128 characters, as a filter takes them, not 129/,
    ],
    [['nothing.zip', '--from', 'chatgpt'], /the dump is empty.\n$/],
    [['folder'], /folder is a folder: pack it as a zip archive, and import that.\n$/],
    [['nothing'], /nothing cannot be read.\n$/],
    [['text'], /unknown format. Name its system with --from.\n$/],
    [['empty', '--from', 'chatgpt'], /the dump is empty.\n$/],
    [['zipped'], /the archive holds another, inner.zip: unpack it, and import that.\n$/],
  ])('refuses %j', async ([name = '', ...words], message) => {
    await mkdir(join(folder, 'folder'), { recursive: true });
    await writeFile(join(folder, 'text'), 'Dear diary,');
    await writeFile(join(folder, 'empty'), '');
    await writeFile(join(folder, 'nothing.zip'), zipOf({}));
    await writeFile(join(folder, 'zipped'), zipOf({ 'inner.zip': zipOf({ 'a.json': '[]' }) }));
    await writeFile(join(folder, 'mem0'), goldenDump('mem0').bytes);
    const { code, out, err } = await run('import', name, '--tenant', 'refused', '--create-tenant', ...words);
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(message)]);
  });
});
