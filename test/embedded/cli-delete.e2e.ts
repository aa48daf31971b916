import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FinishedCommand } from '../support/service/mneme-command.js';
import { serverCommand } from '../support/service/server-command.js';
import { ServerProcess } from '../support/service/server-process.js';

describe('mneme delete', () => {
  let server: ServerProcess;
  let folder: string;
  const run = (...words: string[]): Promise<FinishedCommand> => serverCommand(server.dataDir, words, folder);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-cli-'));
    server = await ServerProcess.start();
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await rm(folder, { recursive: true });
  });

  it('deletes what matches all conditions, and only with --yes', async () => {
    const line = (content: string, more: object): string => JSON.stringify({ content, type: 'task', ...more });
    const lines = [
      line('one', { tags: ['old', 'draft'], metadata: { userId: 'anna' }, externalId: 'n1' }),
      line('two', { tags: ['old'], metadata: { userId: 'ben' }, externalId: 'n2', createdAt: '2020-01-01T00:00:00Z' }),
      line('three', { tags: ['old'], metadata: { userId: 'cleo', occurredAt: '2019-01-01' }, type: 'event' }),
    ];
    await writeFile(join(folder, 'old.ndjson'), lines.join('\n'));
    await run('import', 'old.ndjson', '--tenant', 'cli-old', '--create-tenant');
    const left = async (): Promise<unknown[]> =>
      (await run('export', '--tenant', 'cli-old')).out
        .split('\n')
        .filter((each) => each !== '')
        .map((each) => (JSON.parse(each) as { content: string }).content)
        .sort();
    const remove = (...words: string[]): Promise<FinishedCommand> => run('delete', 'cli-old', ...words);

    expect(await remove('--tag', 'old')).toMatchObject({
      code: 1,
      out: '3 memories match.\n',
      err: expect.stringContaining('--yes'),
    });
    expect(await remove('--tag', 'old', '--dry-run')).toMatchObject({ code: 0, err: '' });
    const counted = async (...words: string[]): Promise<unknown> =>
      (JSON.parse((await remove(...words, '--dry-run', '--json')).out) as { matched: number }).matched;
    expect(await counted('--tag', 'old', '--tag', 'draft')).toBe(1);
    expect(await counted('--metadata', 'userId=anna', '--metadata', 'userId=ben')).toBe(2);
    expect(await counted('--external-id', 'n1', '--external-id', 'n2', '--type', 'event')).toBe(0);
    expect(await counted('--occurred-to', '2019-12-31')).toBe(1);
    expect(await left()).toEqual(['one', 'three', 'two']);

    expect(await remove('--created-to', '2020-12-31', '--yes')).toMatchObject({
      code: 0,
      out: '1 memories deleted.\n',
    });
    const rest = await remove('--tag', 'old', '--type', 'task', '--yes', '--json');
    expect(JSON.parse(rest.out)).toEqual({ matched: 1, deleted: 1 });
    expect(await left()).toEqual(['three']);
  });

  it('deletes any number, and what search finds no more is out of the index too', async () => {
    const lines = Array.from({ length: 1_100 }, (_, i) =>
      JSON.stringify({ content: `draft ${i}`, type: 'task', tags: [i < 1_050 ? 'draft' : 'kept'] }),
    );
    await writeFile(join(folder, 'many.ndjson'), lines.join('\n'));
    await run('import', 'many.ndjson', '--tenant', 'cli-many', '--create-tenant');
    const { out } = await run('delete', 'cli-many', '--tag', 'draft', '--yes', '--json');
    expect(JSON.parse(out)).toEqual({ matched: 1_050, deleted: 1_050 });
    const doctor = await run('doctor', '--json');
    expect([doctor.code, JSON.parse(doctor.out)]).toMatchObject([0, { ok: true }]);
  });
});
