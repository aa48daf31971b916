import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyFolder } from '../../../support/copy-folder.js';
import { mnemeCommandIn, type FinishedCommand } from '../../../support/service/mneme-command.js';
import { ServerProcess } from '../../../support/service/server-process.js';

const TENANT = 'cli-tenant';

describe('the command line without a server', () => {
  it('refuses another model until it is changed to, with everything indexed again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-cli-'));
    const dataDir = join(folder, 'data');
    const mneme = (env: Record<string, string>, ...words: string[]): Promise<FinishedCommand> =>
      mnemeCommandIn(folder, { MNEME_DATA_DIR: dataDir, ...env }, ...words);
    await ServerProcess.copyTemplate(dataDir);
    await copyFolder(resolve('models/builtin'), join(folder, 'other'));
    const other = { EMBEDDING_MODEL: 'other', MODELS_DIR: folder, MODELS_REMOTE: 'off' };
    await writeFile(join(folder, 'one.ndjson'), JSON.stringify({ content: 'The ferry leaves at noon', type: 'event' }));
    expect((await mneme({}, 'import', 'one.ndjson', '--tenant', TENANT, '--create-tenant')).code).toBe(0);

    const search = ['search', 'boat departure', '--tenant', TENANT, '--json'];
    const refused = await mneme(other, ...search);
    expect([refused.code, refused.out, refused.err]).toEqual([1, '', expect.stringContaining('mneme reindex')]);
    expect(await mneme(other, 'reindex', '--model', 'other')).toMatchObject({ code: 0 });
    const found = await mneme(other, ...search);
    expect(JSON.parse(found.out)).toMatchObject({ results: [{ content: 'The ferry leaves at noon' }] });
    await rm(folder, { recursive: true });
  });
});
