import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, type ApiResponse } from '../support/service/api.js';
import { mnemeCommandIn, type FinishedCommand } from '../support/service/mneme-command.js';
import { serverCommand } from '../support/service/server-command.js';
import { ServerProcess } from '../support/service/server-process.js';

const TENANT = 'cli-tenant';
/** The last of them are indexed moments before the command ends. */
const LINES = 600;

/** `mneme …` as a person types it: a process in a folder. */
function mneme(dataDir: string, cwd: string, ...words: string[]): Promise<FinishedCommand> {
  return mnemeCommandIn(cwd, { MNEME_DATA_DIR: dataDir }, ...words);
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
    // Of the two with the same content one is shown.
    expect(JSON.parse(found.out)).toMatchObject({ results: [{ content: good.content }, {}] });
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
    const copied = await run('import', out, '--tenant', 'cli-copy', '--create-tenant', '--json');
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
    ['a deletion without a condition', ['delete', TENANT, '--yes']],
    ['a deletion of a type that is none', ['delete', TENANT, '--type', 'dream', '--yes']],
    ['a deletion by metadata without a value', ['delete', TENANT, '--metadata', 'userId', '--yes']],
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

  it.each(
    [
      'reindex --features --tenant nobody',
      'reindex --tenant nobody',
      'recount --tenant nobody',
      'tenants set-plan nobody pro',
      'tenants set-defaults nobody --working-ttl 1d',
      'tenants set-defaults nobody',
      'keys create --tenant nobody --name k',
      'keys list --tenant nobody --json',
      'keys revoke key_01h455vb4pex5vsknk084sn02q --tenant nobody',
      'import memories.ndjson --tenant nobody',
      'export --tenant nobody',
      'delete nobody --type task --yes',
      'export --tenant nobody --out nobody.ndjson',
      'search boiler --tenant nobody',
      'webhooks list --tenant nobody',
      'webhooks deliveries wh_01h455vb4pex5vsknk084sn02q --tenant nobody',
      'webhooks redeliver wh_01h455vb4pex5vsknk084sn02q dlv_01h455vb4pex5vsknk084sn02q --tenant nobody',
    ].map((line) => [line]),
  )('exits with 1 where there is no such tenant, and makes none: %s', async (line) => {
    const { code, out, err } = await run(...line.split(' '));
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^tenant nobody not found .*create.*\n$/)]);
    expect((await run('tenants', 'list')).out).not.toContain('nobody');
    expect(await readdir(folder)).not.toContain('nobody.ndjson');
  });

  it('makes a tenant with its first key or import where it is told to', async () => {
    const key = await run('keys', 'create', '--tenant', 'meant', '--name', 'k', '--create-tenant', '--json');
    expect([key.code, JSON.parse(key.out)]).toMatchObject([0, { environment: 'development' }]);
    const live = ['--tenant', 'meant', '--name', 'k', '--environment', 'production', '--json'];
    expect(JSON.parse((await run('keys', 'create', ...live)).out)).toMatchObject({ environment: 'production' });
    await writeFile(join(folder, 'one.ndjson'), JSON.stringify({ content: 'A line', type: 'event' }));
    expect((await run('import', 'one.ndjson', '--tenant', 'meant too', '--create-tenant')).code).toBe(2);
    expect((await run('import', 'one.ndjson', '--tenant', 'meant-too', '--create-tenant')).code).toBe(0);
  });

  it('ends an import of nothing but wrong lines after 1,000 of them, and keeps what it stored', async () => {
    const good = { content: 'Right', type: 'event', externalId: 'right' };
    await writeFile(join(folder, 'wrong.ndjson'), `${JSON.stringify(good)}\n${'{}\n'.repeat(200_000)}`);
    const { code, out, err } = await run('import', 'wrong.ndjson', '--tenant', TENANT, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      {
        read: 1_001,
        created: 1,
        failed: 1_000,
        stopped: { reason: 'too_many_failures', lastLine: 1_001, resumeFrom: 2 },
      },
    ]);
    expect(err).toContain('Stopped at line 1001: every record from line 2 on was refused.');
    const again = await run('import', 'wrong.ndjson', '--tenant', TENANT);
    expect(again.out).toBe('1001 records read: 0 stored, 1 already there, 1000 refused.\n');
  });

  it('gives a new tenant of the embedded database the plan local: no limit that a person meets', async () => {
    expect((await run('tenants', 'create', 'own')).out).toBe('Tenant own has the plan local.\n');
    const made = await run('keys', 'create', '--tenant', 'own', '--name', 'k', '--scopes', 'read:memories,read:usage');
    const api = new Api(server.url, made.out.split('\n', 1)[0]);
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.get('/api/v1/memories?tenantId=own')));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('1200000');
    const { data } = (await api.get('/api/v1/usage/metrics/own')).body;
    expect(data).toMatchObject({
      apiCalls: { limit: 1e12 },
      memories: { limit: 1e12 },
      storage: { limit: Number.MAX_SAFE_INTEGER },
    });
  });

  it('says in a 429 and in a 402 which limit of which plan it is, and what lifts it', async () => {
    const keyed = async (tenant: string, name: string): Promise<() => Promise<ApiResponse>> => {
      const made = await run('keys', 'create', '--tenant', tenant, '--name', name, '--scopes', 'read:memories');
      const api = new Api(server.url, made.out.split('\n', 1)[0]);
      return () => api.get(`/api/v1/memories?tenantId=${tenant}`);
    };
    await run('tenants', 'create', 'small', '--plan', 'free');
    const list = await keyed('small', 'k');
    const answers = await Promise.all(Array.from({ length: 25 }, list));
    expect(answers.find(({ status }) => status === 429)?.body.errors[0]?.message).toMatch(
      /^too many requests: the plan free allows 10 a minute and 20 at once; try again in \d s, or have .*\(mneme tenants set-plan small local\)$/,
    );
    await run('tenants', 'set-plan', 'small', 'local');
    expect((await list()).status).toBe(200);

    await run('tenants', 'create', 'smaller', '--plan', 'enterprise');
    await run('tenants', 'set-plan', 'smaller', 'enterprise', '--calls-per-month', '3');
    // A key has as many calls a day as the month has: those of one have used up the month of the other.
    const [one, another] = [await keyed('smaller', 'one'), await keyed('smaller', 'another')];
    expect([(await one()).status, (await one()).status, (await one()).status]).toEqual([200, 200, 200]);
    const refused = await another();
    expect([refused.status, refused.body.errors[0]?.message]).toEqual([
      402,
      expect.stringMatching(
        /^the 3 calls a month of the plan enterprise are used up; wait until \d{4}-\d\d-01T00:00:00.000Z, or have .*set-plan smaller local\)$/,
      ),
    ]);
  });

  it('exits with 1 for what fails', async () => {
    expect((await runProcess('tenants', 'create', TENANT)).code).toBe(1);
  });
});

describe('the command line without a server', () => {
  it('opens the data directory itself, and leaves nothing for later: neither to index nor to make features of', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-cli-'));
    const dataDir = join(folder, 'data');
    await ServerProcess.copyTemplate(dataDir);
    const made = await mneme(
      dataDir,
      folder,
      ...'keys create --name k --create-tenant --json --tenant'.split(' '),
      TENANT,
    );
    const key = JSON.parse(made.out) as { plainKey: string };
    const lines = Array.from({ length: LINES }, (_, i) =>
      JSON.stringify({ content: `Box ${i} of the move holds ${i} books, said Anna on Monday`, type: 'event' }),
    );
    const record = { content: 'The ferry leaves at noon', type: 'event' };
    await writeFile(join(folder, 'many.ndjson'), [...lines, JSON.stringify(record)].join('\n'));
    const imported = await mneme(dataDir, folder, 'import', 'many.ndjson', '--tenant', TENANT);
    expect(imported).toEqual({ code: 0, out: expect.stringContaining(`${LINES + 1} stored`), err: '' });
    const doctor = await mneme(dataDir, folder, 'doctor', '--json');
    const { findings } = JSON.parse(doctor.out) as { findings: { check: string; detail: string }[] };
    expect(findings.find(({ check }) => check === 'index queue')?.detail).toContain('0 waiting');
    const alone = await mneme(dataDir, folder, 'search', 'when does the boat go', '--tenant', TENANT);
    expect(alone).toEqual({ code: 0, out: expect.stringContaining(record.content), err: '' });

    const server = await ServerProcess.start({}, dataDir);
    const api = new Api(server.url, key.plainKey);
    const found = await api.post('/api/v1/memories/search', { query: 'when does the boat go', tenantId: TENANT });
    expect(found.body.data.results[0].content).toBe(record.content);
    await server.stop();
    await rm(folder, { recursive: true });
  });
});
