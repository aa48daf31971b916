import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf } from '../support/client/client-of.js';
import { newTenant, type TestTenant } from '../support/service/api.js';
import { mnemeCommandIn, type FinishedCommand } from '../support/service/mneme-command.js';

const LINES = [
  '{"content":"The boat is red","type":"semantic","externalId":"note-1"}',
  '{"content":"Buy paint","type":"task","tags":["boat"]}',
  '{"content":"Buy paint","type":"task","tags":["boat"]}',
  '{"broken',
  '{"content":"","type":"task"}',
];

describe('mneme --url', () => {
  let tenant: TestTenant;
  let folder: string;
  beforeAll(async () => {
    tenant = await newTenant();
    folder = await mkdtemp(join(tmpdir(), 'mneme-url-'));
    await writeFile(join(folder, 'notes.ndjson'), LINES.join('\n'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const mneme = (...words: string[]): Promise<FinishedCommand> => {
    const env = { MNEME_API_KEY: tenant.api.token ?? '', MNEME_TENANT: tenant.tenantId };
    return mnemeCommandIn(folder, env, ...words, '--url', tenant.api.url);
  };

  it('imports a file, again without adding anything, exports and searches', async () => {
    const first = await mneme('import', 'notes.ndjson');
    expect(first.out).toBe('5 records read: 3 stored, 0 already there, 2 refused.\n');
    expect(first.err).toMatch(/^line 4: .*\nline 5: content must be a text/);
    expect(first.code).toBe(1);
    const again = await mneme('import', 'notes.ndjson', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ read: 5, created: 0, present: 3, failed: 2, aborted: false });
    expect(await clientOf(tenant).memories.count()).toEqual({ count: 3 });

    const exported = await mneme('export', '--type', 'task', '--out', 'tasks.ndjson');
    expect(exported).toMatchObject({ code: 0, out: `2 memories written to ${join(folder, 'tasks.ndjson')}.\n` });
    expect((await readFile(join(folder, 'tasks.ndjson'), 'utf8')).split('\n')).toHaveLength(3);
    const all = await mneme('export');
    expect(all.out.trim().split('\n').map((line) => (JSON.parse(line) as { content: string }).content)).toContain('The boat is red'); // prettier-ignore

    const found = await mneme('--json', 'search', 'which colour is the boat?', '--limit', '1');
    expect(JSON.parse(found.out)).toMatchObject({ results: [{ content: 'The boat is red', type: 'semantic' }] });
  });

  it('deletes what matches all conditions, and only with --yes', async () => {
    const own = await newTenant();
    const { memories } = clientOf(own);
    const env = { MNEME_API_KEY: own.api.token ?? '' };
    const remove = (...words: string[]): Promise<FinishedCommand> =>
      mnemeCommandIn(folder, env, 'delete', '--url', own.api.url, ...words);
    const named = ['--tenant', own.tenantId];
    await memories.createMany([
      { content: 'one', type: 'task', tags: ['old', 'draft'], metadata: { userId: 'anna' }, externalId: 'n1' },
      { content: 'two', type: 'task', tags: ['old'], metadata: { userId: 'ben' }, createdAt: '2020-01-01' },
      { content: 'three', type: 'event', tags: ['old'], metadata: { occurredAt: '2019-01-01' } },
    ]);

    const untold = await remove(...named, '--tag', 'old');
    expect(untold).toMatchObject({ code: 1, out: '3 memories match.\n', err: expect.stringContaining('--yes') });
    const dry = { code: 0, err: '', out: '3 memories match. Nothing was deleted.\n' };
    expect(await remove(own.tenantId, '--tag', 'old', '--dry-run', '--yes')).toEqual(dry);
    const counted = async (...words: string[]): Promise<unknown> =>
      JSON.parse((await remove(...named, ...words, '--dry-run', '--json')).out);
    expect(await counted('--tag', 'old', '--tag', 'draft')).toEqual({ matched: 1, deleted: 0 });
    expect(await counted('--metadata', 'userId=anna', '--metadata', 'userId=ben')).toMatchObject({ matched: 2 });
    expect(await counted('--external-id', 'n1', '--external-id', 'n2', '--type', 'event')).toMatchObject({
      matched: 0,
    });
    expect(await counted('--occurred-to', '2019-12-31')).toMatchObject({ matched: 1 });
    expect(await memories.count()).toEqual({ count: 3 });

    const before = await remove(...named, '--created-to', '2020-12-31', '--yes');
    expect(before).toEqual({ code: 0, out: '1 memories deleted.\n', err: '' });
    const rest = await remove(...named, '--tag', 'old', '--type', 'task', '--yes', '--json');
    expect(JSON.parse(rest.out)).toEqual({ matched: 1, deleted: 1 });
    expect((await memories.list().page()).memories).toMatchObject([{ content: 'three' }]);
  });

  it('deletes more than one request may, and waits for the end', async () => {
    const own = await newTenant();
    const { memories } = clientOf(own);
    const items = Array.from({ length: 1_001 }, (_, i) => ({ content: `draft ${i}`, type: 'working' as const }));
    await memories.import([...items, { content: 'kept', type: 'task' }]);
    const env = { MNEME_API_KEY: own.api.token ?? '', MNEME_TENANT: own.tenantId };
    const words = ['--type', 'working', '--yes', '--json'];
    const { code, out } = await mnemeCommandIn(folder, env, 'delete', '--url', own.api.url, ...words);
    expect([code, JSON.parse(out)]).toEqual([0, { matched: 1_001, deleted: 1_001 }]);
    expect(await memories.count()).toEqual({ count: 1 });
  });

  it('deletes nothing of a tenant that is not that of the key', async () => {
    const other = await mneme('delete', '--tag', 'boat', '--tenant', 'somebody-else', '--yes');
    expect([other.code, other.out, other.err]).toEqual([1, '', expect.stringMatching(/^TENANT_MISMATCH: /)]);
    expect(await clientOf(tenant).memories.count()).toEqual({ count: 3 });
  });

  it('says what is wrong', async () => {
    const url = ['--url', tenant.api.url];
    const withoutKey = await mnemeCommandIn(folder, { MNEME_TENANT: 'x' }, 'search', 'x', ...url);
    expect(withoutKey).toMatchObject({ code: 2, out: '' });
    expect(withoutKey.err).toContain('MNEME_API_KEY');
    const wrong = await mnemeCommandIn(
      folder,
      { MNEME_TENANT: 'x', MNEME_API_KEY: 'mneme_dev_x' },
      'search',
      'x',
      ...url,
    );
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/^AUTH_INVALID: .* \(request req_\w+\)\n$/);
    expect((await mneme('doctor')).code).toBe(2);
    expect((await mnemeCommandIn(folder, { MNEME_TENANT: 'x' }, 'search', 'x', '--url', 'nowhere')).code).toBe(2);
    expect((await mneme('import', 'missing.ndjson')).code).toBe(2);
  });
});
