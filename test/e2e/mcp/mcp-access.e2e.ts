import { Api, newKey, newTenant, sharedServer, userToken, type TestTenant } from '../../support/service/api.js';
import { mcpClient, textOf, type McpClient } from '../../support/mcp/mcp-clients.js';
import { mcpPost, messagesOf, toolCall } from '../../support/mcp/mcp-post.js';
import { rawHttp } from '../../support/service/raw-http.js';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const READING = ['memory_search', 'memory_get', 'memory_list'];
const WRITING = ['memory_add', 'memory_update', 'memory_delete'];
const ANALYSIS = ['memory_explain_decision', 'memory_patterns'];
const CONNECTOR = ['search', 'fetch'];

describe('who can use MCP', () => {
  const { url } = sharedServer();
  let tenant: TestTenant;
  const clients: McpClient[] = [];
  const connect = async (api: Api): Promise<McpClient> => {
    const client = await mcpClient(api, 'modern');
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    tenant = await newTenant();
  });
  afterAll(() => Promise.all(clients.map((client) => client.close())));

  it.each<[string[], string[], string[], string[]]>([
    [['read:memories'], [...READING, ...CONNECTOR], ['recall'], []],
    [['write:memories'], WRITING, [], []],
    [['read:intelligence'], ANALYSIS, ['decision'], []],
    [['read:usage'], [], [], ['mneme://usage']],
  ])('a key with %j has its tools, prompts and resources alone', async (scopes, tools, prompts, resources) => {
    const client = await connect(await newKey(tenant, scopes));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(prompts);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(resources);
    for (const name of [...READING, ...WRITING, ...ANALYSIS, ...CONNECTOR].filter((each) => !tools.includes(each))) {
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    }
    expect(client.getInstructions()?.includes('memory_add')).toBe(scopes.includes('write:memories'));
  });

  it("does not reach another tenant's memories", async () => {
    const client = await connect(tenant.api);
    const added = await client.callTool({
      name: 'memory_add',
      arguments: { content: 'The safe has the code 4711', type: 'semantic' },
    });
    const { id } = added.structuredContent as { id: string };
    const stranger = await connect((await newTenant()).api);
    for (const name of ['memory_get', 'memory_delete', 'fetch']) {
      const result = await stranger.callTool({ name, arguments: { id } });
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining('RESOURCE_NOT_FOUND')]);
    }
    const changed = await stranger.callTool({ name: 'memory_update', arguments: { id, content: 'opened' } });
    expect(changed.isError).toBe(true);
    await expect(stranger.readResource({ uri: `mneme://memories/${id}` })).rejects.toThrow(/not found/i);
    const found = await stranger.callTool({ name: 'memory_search', arguments: { query: 'the code of the safe' } });
    expect(found.structuredContent).toEqual({ note: expect.any(String), memories: [] });
    expect((await client.callTool({ name: 'memory_get', arguments: { id } })).isError).not.toBe(true);
  });

  it('asks a client without a valid credential for one, and says where users obtain a token', async () => {
    const metadata = `resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`;
    const missing = await mcpPost(new Api(url, undefined), LIST);
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata}`]);
    const expired = await mcpPost(new Api(url, await userToken(tenant.tenantId, { exp: 1_000 })), LIST);
    expect([expired.status, expired.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", ${metadata}`,
    ]);
    expect(missing.body).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32_000,
        message: expect.stringContaining('Bearer'),
        data: { errors: [expect.objectContaining({ code: 'AUTH_REQUIRED' })], requestId: expect.any(String) },
      },
    });
    for (const form of ['', '/mcp']) {
      const response = await fetch(`${url}/.well-known/oauth-protected-resource${form}`);
      expect([response.status, await response.json()]).toEqual([
        200,
        {
          resource: `${url}/mcp`,
          resource_name: 'Mneme',
          authorization_servers: ['https://identity.test'],
          bearer_methods_supported: ['header'],
        },
      ]);
    }
  });

  it('keeps pages of other origins out, and names that only seem to be this machine', async () => {
    const { host } = new URL(url);
    const status = async (...headers: string[]): Promise<number | undefined> => {
      const body = JSON.stringify(LIST);
      const own = [
        `Authorization: Bearer ${tenant.api.token ?? ''}`,
        'Content-Type: application/json',
        'Accept: application/json, text/event-stream',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ];
      return (await rawHttp(url, ['POST /mcp HTTP/1.1', ...headers, ...own, '', body].join('\r\n'))).status;
    };
    expect(await status(`Host: ${host}`)).toBe(200);
    expect(await status(`Host: localhost:1234`)).toBe(200);
    expect(await status(`Host: ${host}`, 'Origin: http://localhost:6274')).toBe(200);
    expect(await status(`Host: ${host}`, 'Origin: https://attacker.example')).toBe(403);
    expect(await status(`Host: ${host}`, 'Origin: null')).toBe(403);
    expect(await status(`Host: ${host}`, 'Origin: http://127.0.0.1.attacker.example')).toBe(403);
    expect(await status('Host: attacker.example')).toBe(403);
    expect(await status('Host: attacker.example', 'Origin: http://attacker.example')).toBe(403);
  });

  it('has no sessions: GET and DELETE are answered with 405', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await tenant.api.send(method, '/mcp', { headers: { accept: 'text/event-stream' } });
      expect([method, response.status]).toEqual([method, 405]);
    }
  });

  it.each([
    ['is no JSON', '{"jsonrpc": "2.0",', 400, -32_700],
    ['is too large', JSON.stringify(toolCall('memory_add', { content: 'x'.repeat(1_048_576) })), 413, -32_600],
    ['has a key twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', 400, -32_600],
  ])('answers a body that %s as JSON-RPC does', async (_, body, status, code) => {
    const response = await mcpPost(tenant.api, body);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  });

  it('takes 100 messages at once, from clients that accept both forms of a response', async () => {
    const batch = (count: number): object[] =>
      Array.from({ length: count }, (_, id) => ({ ...LIST, method: 'ping', id }));
    expect(messagesOf(await mcpPost(tenant.api, batch(100)))).toHaveLength(100);
    const tooMany = await mcpPost(tenant.api, batch(101));
    expect([tooMany.status, (tooMany.body as any).error.code]).toEqual([400, -32_600]);
    for (const accept of ['application/json', 'text/event-stream', 'text/html']) {
      const { status, body } = await mcpPost(tenant.api, LIST, { accept });
      expect([status, (body as any).error.code]).toEqual([406, -32_000]);
    }
  });

  it('answers a method and a message that no protocol has with errors of JSON-RPC', async () => {
    const [unknown] = messagesOf(await mcpPost(tenant.api, { ...LIST, method: 'tools/forget' }));
    expect(unknown).toMatchObject({ id: 1, error: { code: -32_601 } });
    const broken = await mcpPost(tenant.api, { jsonrpc: '1.0', id: 1 });
    expect([broken.status, broken.body]).toEqual([400, expect.objectContaining({ error: expect.any(Object) })]);
  });
});
