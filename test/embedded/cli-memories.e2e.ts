import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { Api } from '../support/service/api.js';
import type { FinishedCommand } from '../support/service/mneme-command.js';
import { serverCommand } from '../support/service/server-command.js';
import { ServerProcess } from '../support/service/server-process.js';

const DAY_MS = 86_400_000;

interface Item {
  readonly content: string;
  readonly expiresAt: string | null;
}

describe('memories on the command line', () => {
  let server: ServerProcess;
  let folder: string;
  const run = (...words: string[]): Promise<FinishedCommand> => serverCommand(server.dataDir, words, folder);
  const runJson = async (...words: string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await run(...words, '--json');
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const file = async (name: string, ...records: object[]): Promise<string> => {
    await writeFile(join(folder, name), records.map((record) => JSON.stringify(record)).join('\n'));
    return name;
  };
  const newTenant = async (tenant: string): Promise<Api> => {
    const made = await runJson('keys', 'create', '--tenant', tenant, '--name', 'k', '--create-tenant');
    return new Api(server.url, made['plainKey'] as string);
  };
  const listed = async (api: Api, tenant: string): Promise<Item[]> => {
    const { body } = await api.get(`/api/v1/memories?tenantId=${tenant}&order=asc&fields=expiresAt`);
    return body.data.memories as Item[];
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-cli-'));
    server = await ServerProcess.start();
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await rm(folder, { recursive: true });
  });

  it('give working memories the lifetime that the tenant has for them, until it is taken off', async () => {
    const api = await newTenant('brief');
    const setDefaults = (...words: string[]) => runJson('tenants', 'set-defaults', 'brief', ...words);
    const create = (content: string, type: string, more: object = {}) =>
      api.post('/api/v1/memories', { content, type, tenantId: 'brief', ...more });
    expect(await setDefaults()).toEqual({ tenantId: 'brief', workingTtlSeconds: null });
    await create('Stored before', 'working');
    expect(await setDefaults('--working-ttl', '7d')).toEqual({ tenantId: 'brief', workingTtlSeconds: 604_800 });
    expect(await run('tenants', 'set-defaults', 'brief')).toEqual({
      code: 0,
      out: 'Tenant brief: working memories expire after 7d.\n',
      err: '',
    });
    const before = Date.now();
    await create('Working', 'working');
    await create('Working for ever', 'working', { ttlSeconds: null });
    await create('Another type', 'task');
    const record = { content: 'Imported', type: 'working' };
    expect((await run('import', await file('brief.ndjson', record), '--tenant', 'brief')).code).toBe(0);
    const items = await listed(api, 'brief');
    expect(items.map(({ content, expiresAt }) => [content, expiresAt !== null])).toEqual([
      ['Stored before', false],
      ['Working', true],
      ['Working for ever', false],
      ['Another type', false],
      ['Imported', true],
    ]);
    for (const { expiresAt } of items.filter((item) => item.expiresAt !== null)) {
      const at = Date.parse(expiresAt ?? '');
      expect([at >= before + 7 * DAY_MS, at <= Date.now() + 7 * DAY_MS]).toEqual([true, true]);
    }

    await setDefaults('--working-ttl', '1s');
    await create('Gone soon', 'working');
    await eventually(async () => {
      expect((await listed(api, 'brief')).map(({ content }) => content)).toEqual(items.map(({ content }) => content));
    });
    expect((await run('tenants', 'set-defaults', 'brief', '--working-ttl', 'off')).out).toBe(
      'Tenant brief: working memories do not expire by themselves.\n',
    );
    await create('Stored after', 'working');
    expect((await listed(api, 'brief')).at(-1)).toMatchObject({ content: 'Stored after', expiresAt: null });
  });

  it.each([
    ['1s', 1, '1s'],
    ['90s', 90, '90s'],
    ['90m', 5_400, '90m'],
    ['36h', 129_600, '36h'],
    ['48h', 172_800, '2d'],
    ['2w', 1_209_600, '14d'],
    ['36500d', 3_153_600_000, '36500d'],
  ])('take a lifetime of %s', async (time, seconds, shown) => {
    await run('tenants', 'create', 'timed');
    const set = ['tenants', 'set-defaults', 'timed', '--working-ttl', time];
    expect(await runJson(...set)).toEqual({ tenantId: 'timed', workingTtlSeconds: seconds });
    expect((await run(...set)).out).toBe(`Tenant timed: working memories expire after ${shown}.\n`);
  });

  it.each(['0s', '-1d', '1.5d', '7', '7 d', '7D', '7y', 'd', '', 'never', '36501d', '99999999999s'])(
    'refuse a lifetime of %j, and keep the one there is',
    async (time) => {
      await run('tenants', 'create', 'kept');
      await run('tenants', 'set-defaults', 'kept', '--working-ttl', '3h');
      const { code, out, err } = await run('tenants', 'set-defaults', 'kept', `--working-ttl=${time}`);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('it must be a number and s, m, h, d or w, such as 7d, from 1s to 100 years; or off');
      expect(await runJson('tenants', 'set-defaults', 'kept')).toMatchObject({ workingTtlSeconds: 10_800 });
    },
  );

  it('are skipped, replaced or refused by an import where the tenant has their externalId', async () => {
    const api = await newTenant('again');
    const boat = { content: 'The boat is red', type: 'semantic', externalId: 'boat' };
    const importing = async (...words: string[]) => run('import', 'again.ndjson', '--tenant', 'again', ...words);
    const contents = async (): Promise<string[]> => (await listed(api, 'again')).map(({ content }) => content);
    await file('again.ndjson', boat);
    expect((await importing()).out).toBe('1 record read: 1 stored, 0 already there, 0 refused.\n');

    const oar = { content: 'The oar is short', type: 'semantic', externalId: 'oar' };
    await file('again.ndjson', { ...boat, content: 'The boat is blue' }, oar);
    const failed = await importing('--on-conflict', 'fail');
    expect([failed.code, failed.out]).toEqual([1, '2 records read: 1 stored, 0 already there, 1 refused.\n']);
    expect(failed.err).toMatch(/^line 1: externalId is that of mem_\w{26} already\n$/);
    expect((await importing('--on-conflict', 'skip')).out).toContain('0 stored, 2 already there, 0 refused.');
    expect(await contents()).toEqual([boat.content, oar.content]);

    const replaced = await importing('--on-conflict', 'replace');
    expect([replaced.code, replaced.out]).toEqual([
      0,
      '2 records read: 0 stored, 2 replaced, 0 already there, 0 refused.\n',
    ]);
    expect((await contents()).sort()).toEqual(['The boat is blue', oar.content]);
    await file('again.ndjson', { ...boat, content: 'The boat is green' });
    expect(JSON.parse((await importing('--on-conflict', 'replace', '--json')).out)).toMatchObject({
      read: 1,
      created: 0,
      replaced: 1,
      present: 0,
      failed: 0,
    });
  });

  it('are exported and searched by type, tags and metadata', async () => {
    await newTenant('filtered');
    const record = (content: string, more: object) => ({ content: `The boat ${content}`, type: 'event', ...more });
    await file(
      'filtered.ndjson',
      record('of Anna', { metadata: { userId: 'anna', visits: 3 }, tags: ['boat', 'Vik, south'] }),
      record('of Tom', { metadata: { userId: 'tom', visits: 3 }, tags: ['boat'] }),
      record('of the harbour', { type: 'semantic', metadata: { formula: 'a=b' }, tags: ['cafe\u0301'] }),
    );
    await run('import', 'filtered.ndjson', '--tenant', 'filtered');
    const exported = async (...words: string[]): Promise<string[]> => {
      const { code, out, err } = await run('export', '--tenant', 'filtered', ...words);
      expect([code, err]).toEqual([0, '']);
      const lines = out.split('\n').filter((line) => line !== '');
      return lines.map((line) => (JSON.parse(line) as { content: string }).content.replace('The boat of ', ''));
    };
    const found = async (...words: string[]): Promise<string[]> => {
      const { results } = await runJson('search', 'whose boat is it', '--tenant', 'filtered', ...words);
      return (results as Item[]).map(({ content }) => content.replace('The boat of ', ''));
    };
    const cases: [string[], string[]][] = [
      [[], ['Anna', 'Tom', 'the harbour']],
      [['--type', 'semantic'], ['the harbour']],
      [
        ['--tag', 'boat'],
        ['Anna', 'Tom'],
      ],
      [['--tag', 'boat', '--tag', 'Vik, south'], ['Anna']],
      [['--tag', 'caf\u00e9'], ['the harbour']],
      [
        ['--metadata', 'visits=3'],
        ['Anna', 'Tom'],
      ],
      [['--metadata', 'visits=3', '--metadata', 'userId=tom'], ['Tom']],
      [['--metadata', 'formula=a=b'], ['the harbour']],
      [['--metadata', 'userId=anna', '--type', 'semantic'], []],
    ];
    for (const [words, expected] of cases) {
      expect([words, await exported(...words)]).toEqual([words, expected]);
      expect([words, (await found(...words)).sort()]).toEqual([words, [...expected].sort()]);
    }
    expect(await runJson('export', '--tenant', 'filtered', '--out', 'some.ndjson', '--tag', 'boat')).toMatchObject({
      exported: 2,
    });
    expect((await readFile(join(folder, 'some.ndjson'), 'utf8')).trim().split('\n')).toHaveLength(2);
  });

  const six = [1, 2, 3, 4, 5, 6].flatMap((i) => ['--metadata', `k${i}=v`]);
  it.each([
    ['import x.ndjson --tenant t --on-conflict never', 'Allowed choices are skip, replace, fail'],
    ['export --tenant t --type dream', 'Allowed choices are episodic'],
    [`export --tenant t --tag ${'x'.repeat(65)}`, 'it must be a text of 1 to 64 characters'],
    ['search x --tenant t --metadata userId', 'it must be a key and a value, such as userId=anna'],
    ['search x --tenant t --metadata =anna', 'it must be a key and a value, such as userId=anna'],
    ['search x --tenant t --metadata userId=', 'metadata.userId must be a text of 1 to 128 characters'],
    ['search x --tenant t --metadata a.b=x', 'metadata.a.b must name a key at the top level of the metadata'],
    ['search x --tenant t --metadata a=x --metadata a=y', 'the key a is given twice'],
    [`export --tenant t ${six.join(' ')}`, 'metadata must have at most 5 keys'],
  ])('exit with 2 for %s', async (line, message) => {
    const { code, out, err } = await run(...line.split(' '));
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
  });
});
