import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Api } from '../support/api.js';
import { mnemeCommandIn, type FinishedCommand } from '../support/mneme-command.js';
import { serverCommand } from '../support/server-command.js';
import { ServerProcess } from '../support/server-process.js';

const TENANT = 'cli-tenant';
/** The last of them are indexed moments before the command ends. */
const LINES = 600;

/** `mneme …` as a person types it: a process in a folder. */
function mneme(dataDir: string, cwd: string, ...words: string[]): Promise<FinishedCommand> {
  return mnemeWith({}, dataDir, cwd, ...words);
}

function mnemeWith(
  variables: Record<string, string>,
  dataDir: string,
  cwd: string,
  ...words: string[]
): Promise<FinishedCommand> {
  return mnemeCommandIn(cwd, { MNEME_DATA_DIR: dataDir, ...variables }, ...words);
}

describe('the command line beside a running server', () => {
  let server: ServerProcess;
  let folder: string;
  const run = (...words: string[]): Promise<FinishedCommand> => serverCommand(server.dataDir, words, folder);
  const runProcess = (...words: string[]): Promise<FinishedCommand> => mneme(server.dataDir, folder, ...words);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-cli-'));
    server = await ServerProcess.start();
    expect((await run('tenants', 'create', TENANT, '--plan', 'pro')).code).toBe(0);
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await rm(folder, { recursive: true });
  });

  it('makes keys that the server accepts, and revokes them', async () => {
    const made = await run('keys', 'create', '--tenant', TENANT, '--name', 'ci', '--scopes', 'read:memories', '--json');
    const key = JSON.parse(made.out) as { id: string; plainKey: string; scopes: string[]; rateLimit: object };
    expect(key).toMatchObject({ scopes: ['read:memories'], rateLimit: { requestsPerMinute: 100 } });
    const api = new Api(server.url, key.plainKey);
    expect((await api.get(`/api/v1/memories?tenantId=${TENANT}`)).status).toBe(200);
    const listed = JSON.parse((await run('keys', 'list', '--tenant', TENANT, '--json')).out) as {
      keys: { id: string }[];
    };
    expect(listed.keys.map(({ id }) => id)).toContain(key.id);
    expect((await run('keys', 'revoke', key.id, '--tenant', TENANT)).code).toBe(0);
    expect((await api.get(`/api/v1/memories?tenantId=${TENANT}`)).status).toBe(401);
  });

  it('imports records once, tells of bad lines, and finds what it imported', async () => {
    const good = {
      content: 'The boiler is serviced in October',
      type: 'task',
      tags: ['house'],
      createdAt: '2025-10-01T08:00:00Z',
    };
    const lines = [
      JSON.stringify({ ...good, externalId: 'a' }),
      '{broken',
      JSON.stringify({ type: 'task', content: '' }),
      '',
      JSON.stringify({ content: 'A line\u2028separator stays inside', type: 'working' }),
      JSON.stringify({ content: 'A line\u2028separator stays inside', type: 'working' }),
      '{"content":"a","type":"task","metadata":{"id":1546130668394913822}}',
      '{"content":"a","type":"task","type":"event"}',
    ];
    await writeFile(join(folder, 'memories.ndjson'), lines.join('\n'));
    const first = await runProcess('import', 'memories.ndjson', '--tenant', TENANT);
    expect(first.code).toBe(1);
    expect(first.out).toContain('7 records read: 3 stored, 0 already there, 4 refused.');
    expect(first.err).toContain('line 2: ');
    expect(first.err).toContain('line 3: content must be a text of 1 to 10000 characters');
    expect(first.err).toContain('line 7: metadata.id must be a text: numbers beyond 2^53 lose digits');
    expect(first.err).toContain('line 8: type is given twice');
    const again = await run('import', 'memories.ndjson', '--tenant', TENANT, '--json');
    expect(JSON.parse(again.out)).toMatchObject({
      read: 7,
      created: 0,
      present: 3,
      faults: [{ line: 2 }, { line: 3 }, { line: 7 }, { line: 8 }],
    });
    const found = await run('search', 'heating maintenance', '--tenant', TENANT, '--json');
    expect(JSON.parse(found.out)).toMatchObject({ results: [{ content: good.content }, {}, {}] });
  });

  it('searches by as many characters as the API takes, whatever they are', async () => {
    const { code, err } = await run('search', '\u{1f600}'.repeat(2_000), '--tenant', TENANT);
    expect([code, err]).toEqual([0, '']);
  });

  it('exports what it imported, to be imported elsewhere', async () => {
    const out = join(folder, 'export.ndjson');
    expect((await run('export', '--tenant', TENANT, '--out', 'export.ndjson')).code).toBe(0);
    const records = (await readFile(out, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records.find((record) => record['externalId'] === 'a')).toEqual({
      id: expect.stringMatching(/^mem_/),
      content: 'The boiler is serviced in October',
      type: 'task',
      importance: 0.5,
      tags: ['house'],
      metadata: {},
      createdAt: '2025-10-01T08:00:00.000Z',
      updatedAt: '2025-10-01T08:00:00.000Z',
      externalId: 'a',
    });
    const copied = await run('import', out, '--tenant', 'cli-copy', '--json');
    expect(JSON.parse(copied.out)).toMatchObject({ created: records.length, faults: [] });
    const printed = await run('export', '--tenant', 'cli-copy');
    expect(printed.out.trim().split('\n')).toHaveLength(records.length);
  });

  it('indexes anew and finds nothing wrong', async () => {
    const reindexed = JSON.parse((await run('reindex', '--tenant', TENANT, '--json')).out) as { reindexed: number };
    expect(reindexed.reindexed).toBeGreaterThan(0);
    const doctor = await run('doctor', '--json');
    expect([doctor.code, JSON.parse(doctor.out)]).toMatchObject([0, { ok: true }]);
  });

  it.each([
    ['no command', []],
    ['an unknown command', ['frobnicate']],
    ['a missing option', ['import', 'x.ndjson']],
    ['a file that is not there', ['import', 'nowhere.ndjson', '--tenant', TENANT]],
    ['a tenant that is none', ['search', 'x', '--tenant', 'no spaces']],
    ['a query that is too long', ['search', '\u{1f600}'.repeat(2_001), '--tenant', TENANT]],
    ['a number that is none', ['search', 'x', '--tenant', TENANT, '--limit', '0']],
    ['a plan that is none', ['tenants', 'set-plan', TENANT, 'gold']],
    ['numbers of its own for a plan that has none', ['tenants', 'set-plan', TENANT, 'pro', '--burst', '9']],
    [
      'a rate beyond what can be kept',
      ['tenants', 'set-plan', TENANT, 'enterprise', '--requests-per-minute', '600001'],
    ],
    ['a day that is none', ['keys', 'create', '--tenant', TENANT, '--name', 'x', '--expires-at', '2099-02-31']],
    ['an environment that is none', ['keys', 'create', '--tenant', TENANT, '--name', 'x', '--environment', 'test']],
  ])('exits with 2 for %s', async (_, words) => {
    const { code, out, err } = await run(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
  });

  it('exits with 2 where a person used it wrongly', async () => {
    const { code, out, err } = await runProcess('frobnicate');
    expect([code, out, err]).toEqual([2, '', expect.stringContaining("unknown command 'frobnicate'")]);
  });

  it.each([
    ['reindex', '--features', '--tenant', 'nobody'],
    ['reindex', '--tenant', 'nobody'],
    ['recount', '--tenant', 'nobody'],
    ['tenants', 'set-plan', 'nobody', 'pro'],
  ])('exits with 1 where there is no such tenant to work on: %s %s %s', async (...words) => {
    expect(await run(...words)).toEqual({ code: 1, out: '', err: 'tenant not found\n' });
  });

  it('gives an enterprise tenant numbers of its own, until its plan is set again', async () => {
    const json = async (...words: string[]): Promise<any> => JSON.parse((await run(...words, '--json')).out);
    expect((await run('tenants', 'create', 'acme')).code).toBe(0);
    const words = ['tenants', 'set-plan', 'acme', 'enterprise', '--requests-per-minute', '90', '--memories', '5'];
    expect(await json(...words)).toMatchObject({
      plan: 'enterprise',
      limits: { requestsPerMinute: 90, burst: 180, callsPerMonth: 10_000_000, memories: 5 },
    });
    const made = await json('keys', 'create', '--tenant', 'acme', '--name', 'k');
    const rateLimit = { requestsPerMinute: 90, requestsPerHour: 5_400, requestsPerDay: 129_600 };
    expect(made.rateLimit).toEqual(rateLimit);
    const { tenants } = await json('tenants', 'list');
    expect(tenants).toContainEqual(
      expect.objectContaining({ tenantId: 'acme', limits: expect.objectContaining({ requestsPerMinute: 90 }) }),
    );
    expect((await run('tenants', 'set-plan', 'acme', 'pro')).out).toContain('100 a minute, burst 200, 100000 a month');
    expect((await json('keys', 'list', '--tenant', 'acme')).keys[0].rateLimit.requestsPerMinute).toBe(100);
  });

  it('exits with 1 for what fails', async () => {
    expect((await runProcess('tenants', 'create', TENANT)).code).toBe(1);
  });
});

describe('the command line without a server', () => {
  it('opens the data directory itself, and leaves a server what it did', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-cli-'));
    const dataDir = join(folder, 'data');
    expect((await mneme(dataDir, folder, 'migrate')).code).toBe(0);
    const made = await mneme(dataDir, folder, 'keys', 'create', '--tenant', TENANT, '--name', 'k', '--json');
    const key = JSON.parse(made.out) as { plainKey: string };
    const record = { content: 'The ferry leaves at noon', type: 'event' };
    await writeFile(join(folder, 'one.ndjson'), JSON.stringify(record));
    expect((await mneme(dataDir, folder, 'import', 'one.ndjson', '--tenant', TENANT)).code).toBe(0);
    const server = await ServerProcess.start({}, dataDir);
    const api = new Api(server.url, key.plainKey);
    const found = await api.post('/api/v1/memories/search', { query: 'when does the boat go', tenantId: TENANT });
    expect(found.body.data.results[0].content).toBe(record.content);
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it('leaves nothing of an import for later, neither to index nor to make features of', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-cli-'));
    const dataDir = join(folder, 'data');
    await ServerProcess.copyTemplate(dataDir);
    const lines = Array.from({ length: LINES }, (_, i) =>
      JSON.stringify({ content: `Box ${i} of the move holds ${i} books, said Anna on Monday`, type: 'event' }),
    );
    await writeFile(join(folder, 'many.ndjson'), lines.join('\n'));
    const imported = await mneme(dataDir, folder, 'import', 'many.ndjson', '--tenant', TENANT);
    expect(imported).toEqual({ code: 0, out: expect.stringContaining(`${LINES} stored`), err: '' });
    const doctor = await mneme(dataDir, folder, 'doctor', '--json');
    const { findings } = JSON.parse(doctor.out) as { findings: { check: string; detail: string }[] };
    expect(findings.find(({ check }) => check === 'index queue')?.detail).toContain('0 waiting');
    await rm(folder, { recursive: true });
  });

  it('refuses another model until it is changed to, with everything indexed anew', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-cli-'));
    const dataDir = join(folder, 'data');
    await ServerProcess.copyTemplate(dataDir);
    await cp(resolve('models/builtin'), join(folder, 'other'), { recursive: true });
    const other = { EMBEDDING_MODEL: 'other', MODELS_DIR: folder, MODELS_REMOTE: 'off' };
    await writeFile(join(folder, 'one.ndjson'), JSON.stringify({ content: 'The ferry leaves at noon', type: 'event' }));
    expect((await mneme(dataDir, folder, 'import', 'one.ndjson', '--tenant', TENANT)).code).toBe(0);

    const search = ['search', 'boat departure', '--tenant', TENANT, '--json'];
    const refused = await mnemeWith(other, dataDir, folder, ...search);
    expect([refused.code, refused.out, refused.err]).toEqual([1, '', expect.stringContaining('mneme reindex')]);
    expect(await mnemeWith(other, dataDir, folder, 'reindex', '--model', 'other')).toMatchObject({ code: 0 });
    const found = await mnemeWith(other, dataDir, folder, ...search);
    expect(JSON.parse(found.out)).toMatchObject({ results: [{ content: 'The ferry leaves at noon' }] });
    await rm(folder, { recursive: true });
  });
});
