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

    const found = await mneme('search', 'which colour is the boat?', '--json', '--limit', '1');
    expect(JSON.parse(found.out)).toMatchObject({ results: [{ content: 'The boat is red', type: 'semantic' }] });
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
