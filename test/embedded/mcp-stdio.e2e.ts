import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newKey, newTenant, type TestTenant } from '../support/service/api.js';
import { freePort } from '../support/service/free-port.js';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { ServerProcess } from '../support/service/server-process.js';
import { ERAS, stdioClient, textOf } from '../support/mcp/mcp-clients.js';
import { tryClient } from '../support/mcp/tried-client.js';

describe('mneme mcp beside a running service', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start();
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
  });

  it.each(ERAS)('is served by it, with the development key (%s)', async (era) => {
    const client = await stdioClient({ MNEME_DATA_DIR: server.dataDir }, era);
    await tryClient(client);
    await client.close();
  });

  it('acts for the key in MNEME_API_KEY, with its scopes; one that is not valid ends it', async () => {
    const env = { MNEME_DATA_DIR: server.dataDir };
    const words = [
      'keys',
      'create',
      '--tenant',
      'reader',
      '--create-tenant',
      '--name',
      'r',
      '--scopes',
      'read:memories',
    ];
    const made = await mnemeCommand(env, ...words, '--json');
    const { plainKey: key } = JSON.parse(made.out) as { plainKey: string };
    const client = await stdioClient({ ...env, MNEME_API_KEY: key }, 'modern');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['memory_search', 'memory_get', 'memory_list', 'search', 'fetch']);
    const found = await client.callTool({ name: 'memory_list', arguments: {} });
    expect(found.structuredContent).toEqual({ note: expect.any(String), memories: [], total: 0 });
    await client.close();
    const refused = await mnemeCommand({ ...env, MNEME_API_KEY: 'nothing' }, 'mcp');
    expect([refused.code, refused.out, refused.err]).toEqual([
      1,
      '',
      expect.stringContaining('the token is not valid'),
    ]);
  });
});

describe('mneme mcp --url', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });
  const env = (): Record<string, string> => ({
    MNEME_API_KEY: tenant.api.token ?? '',
    MNEME_TENANT: tenant.tenantId,
  });

  it.each(ERAS)('works on the service at the address (%s)', async (era) => {
    const client = await stdioClient(env(), era, '--url', tenant.api.url);
    await tryClient(client);
    await client.close();
  });

  it('lists what the key permits', async () => {
    const { token = '' } = await newKey(tenant, ['read:intelligence']);
    const client = await stdioClient({ ...env(), MNEME_API_KEY: token }, 'modern', '--url', tenant.api.url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['memory_explain_decision', 'memory_patterns']);
    await client.close();
  });

  it('says in bounded time that the service is down', async () => {
    const client = await stdioClient(env(), 'modern', '--url', `http://127.0.0.1:${await freePort()}`);
    const at = performance.now();
    const result = await client.callTool({ name: 'memory_search', arguments: { query: 'tea' } });
    expect([result.isError, textOf(result)]).toEqual([
      true,
      expect.stringMatching(/^The memory service cannot be reached: .*ECONNREFUSED/),
    ]);
    expect(performance.now() - at).toBeLessThan(10_000);
    await client.close();
  });

  it('says what is wrong with how it is used, in words of the command', async () => {
    const used = async (variables: Record<string, string>, ...words: string[]): Promise<[number, string, string]> => {
      const { code, out, err } = await mnemeCommand(variables, 'mcp', ...words);
      return [code, out, err];
    };
    const { url } = tenant.api;
    const address = `--url is the address of the service: leave out /mcp at the end of ${url}/mcp.\n`;
    expect(await used(env(), '--url', `${url}/mcp`)).toEqual([2, '', address]);
    const variables = 'The tenant comes from --tenant or MNEME_TENANT, the key from MNEME_API_KEY.\n';
    expect(await used({}, '--url', url)).toEqual([2, '', `MNEME_API_KEY is not set. ${variables}`]);
    const withoutUrl = await used({}, '--tenant', 'acme');
    expect(withoutUrl).toEqual([2, '', expect.stringContaining('--tenant belongs to --url')]);
    expect((await used({}, '--help'))[1]).toMatch(/--tenant <tenant> +with --url: tenant of the key/);
  });

  it('starts where the service does not answer', async () => {
    const silent: Server = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const at = performance.now();
    const client = await stdioClient(env(), 'modern', '--url', `http://127.0.0.1:${port}`);
    expect((await client.listTools()).tools).toHaveLength(10);
    expect(performance.now() - at).toBeLessThan(20_000);
    await client.close();
    silent.closeAllConnections();
    silent.close();
  });
});
