import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataDirectory } from '../../libs/platform/data-directory/data-directory.js';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { ServerProcess } from '../support/service/server-process.js';

const NOTICE = 'Waiting for the Mneme process that holds the data directory: it is starting.\n';

describe('a command beside a process that is starting', () => {
  let dataDir: string;
  let holder: DataDirectory;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mneme-wait-'));
    await ServerProcess.copyTemplate(dataDir);
    holder = await DataDirectory.open(dataDir);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('waits, says so, and is carried out by that process', async () => {
    const command = mnemeCommand({ MNEME_DATA_DIR: dataDir }, 'tenants', 'list');
    await delay(7_000);
    holder.lock.onConnection((socket) => socket.end('{"begun":true}\n{"out":"Done there.\\n"}\n{"exit":0}\n'));
    expect(await command).toEqual({ code: 0, out: 'Done there.\n', err: NOTICE });
    await holder.close();
  });

  it('is carried out here where that process ends before it answers', async () => {
    const command = mnemeCommand({ MNEME_DATA_DIR: dataDir }, 'tenants', 'list', '--json');
    await delay(7_000);
    await holder.close();
    expect(await command).toMatchObject({ code: 0, out: '{\n  "tenants": []\n}\n', err: NOTICE });
  });

  it('that only looks at a file does not wait', async () => {
    const file = 'test/client/import/golden/mem0/dump.json';
    const { code, err } = await mnemeCommand({ MNEME_DATA_DIR: dataDir }, 'import', file, '--dry-run');
    expect([code, err]).toEqual([0, '']);
    await holder.close();
  });
});
