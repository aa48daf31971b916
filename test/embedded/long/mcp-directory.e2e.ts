import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERAS, stdioClient } from '../../support/mcp/mcp-clients.js';
import { tryClient } from '../../support/mcp/tried-client.js';
import { mnemeCommand } from '../../support/service/mneme-command.js';
import { ServerProcess } from '../../support/service/server-process.js';

describe('mneme mcp on a data directory', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mneme-mcp-'));
    await ServerProcess.copyTemplate(dataDir);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it.each(ERAS)('runs the service itself, and ends with its client (%s)', async (era) => {
    const client = await stdioClient({ MNEME_DATA_DIR: dataDir }, era);
    expect((await client.listTools()).tools).toHaveLength(10);
    await tryClient(client);
    await client.close();
    // Nothing holds the directory any more, and what was stored is there.
    const listed = await mnemeCommand({ MNEME_DATA_DIR: dataDir }, 'tenants', 'list', '--json');
    expect([listed.code, listed.out]).toEqual([0, expect.stringContaining('00000000-0000-0000-0000-000000000001')]);
  });

  it('serves two that start at the same moment: the second waits for the first', async () => {
    const env = { MNEME_DATA_DIR: dataDir };
    const clients = await Promise.all([stdioClient(env, 'modern'), stdioClient(env, 'legacy')]);
    await Promise.all(clients.map(tryClient));
    await Promise.all(clients.map((client) => client.close()));
  });

  it('serves several clients, also beside other commands: the first one holds the directory', async () => {
    const first = await stdioClient({ MNEME_DATA_DIR: dataDir }, 'legacy');
    const second = await stdioClient({ MNEME_DATA_DIR: dataDir }, 'modern');
    await Promise.all([tryClient(first), tryClient(second)]);
    expect((await mnemeCommand({ MNEME_DATA_DIR: dataDir }, 'doctor')).code).toBe(0);
    await second.close();
    await tryClient(first);
    await first.close();
  });
});
