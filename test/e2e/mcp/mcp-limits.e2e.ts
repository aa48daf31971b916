import { newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { mcpClient, textOf } from '../../support/mcp/mcp-clients.js';
import { ServerProcess } from '../../support/service/server-process.js';

/** A plan with few requests: what is not one can be told apart. */
describe('the plan of a tenant', () => {
  let server: ServerProcess;
  let tenant: TestTenant;

  beforeAll(async () => {
    const shared = sharedServer();
    server = await ServerProcess.start({ ...shared.env, DEFAULT_PLAN: 'free' });
    tenant = await newTenant({ ...shared, url: server.url });
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
  });

  it('counts each call of a tool as a request, and no other request of MCP', async () => {
    // Each look is a call too, counted when it has been answered.
    let looks = 0;
    const usage = async (): Promise<number> => {
      const { body } = await tenant.api.get(`/api/v1/usage/metrics/${tenant.tenantId}`);
      return (body.data.apiCalls.thisMonth as number) - looks++;
    };
    const left = async (): Promise<number> =>
      Number((await tenant.api.get('/auth/clerk-token')).headers.get('x-ratelimit-remaining'));
    const before = await usage();
    const client = await mcpClient(tenant.api, 'legacy');
    const tokens = await left();
    for (let i = 0; i < 10; i++) await client.listTools();
    // The look itself takes one.
    expect(await left()).toBeGreaterThanOrEqual(tokens - 1);
    await client.callTool({ name: 'memory_search', arguments: { query: 'the tide' } });
    await eventually(async () => expect(await usage()).toBe(before + 1));
    let refused = '';
    for (let i = 0; i < 30 && refused === ''; i++) {
      const result = await client.callTool({ name: 'memory_list', arguments: {} });
      if (result.isError === true) refused = textOf(result);
    }
    expect(refused).toMatch(/^The memory service refused the call \(RATE_LIMIT_EXCEEDED\):\n- .*try again in \d+ s/);
    await expect(client.listTools()).resolves.toMatchObject({ tools: expect.any(Array) });
    await client.close();
  });
});
