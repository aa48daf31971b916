import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Api, newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { limitTenant } from '../../support/service/limit-tenant.js';
import { ServerProcess } from '../../support/service/server-process.js';

const MEMORIES = '/api/v1/memories';
const { env } = sharedServer();
/** As many as one database can have. */
const PROCESSES = env['DATABASE_URL'] === undefined ? 1 : 2;

interface Usage {
  readonly calls: number;
  readonly memories: number;
  /** What a list finds. */
  readonly total: number;
}

/** Asked of a process that has counted nothing of the tenant before: what it says first is what was written. */
async function usage({ url }: ServerProcess, { tenantId, api }: TestTenant): Promise<Usage> {
  const here = new Api(url, api.token);
  const { apiCalls, memories } = (await here.get(`/api/v1/usage/metrics/${tenantId}`)).body.data;
  const { pagination } = (await here.get(`${MEMORIES}?tenantId=${tenantId}&limit=1`)).body.data;
  return { calls: apiCalls.thisMonth, memories: memories.count, total: pagination.total };
}

describe('what is counted', () => {
  let servers: ServerProcess[];
  let tenant: TestTenant;
  const at = ({ url }: ServerProcess): Api => new Api(url, tenant.api.token);
  const create = (server: ServerProcess): Promise<unknown> =>
    at(server).post(MEMORIES, { content: randomUUID(), type: 'task', tenantId: tenant.tenantId });
  const list = async (server: ServerProcess): Promise<number> =>
    (await at(server).get(`${MEMORIES}?tenantId=${tenant.tenantId}`)).status;
  /** On what the first one left. */
  const restart = async (): Promise<ServerProcess> => {
    const again = await ServerProcess.start(env, servers[0]!.dataDir);
    servers.push(again);
    return again;
  };

  beforeEach(async () => {
    servers = [await ServerProcess.start(env)];
    tenant = await newTenant({ ...sharedServer(), url: servers[0]!.url });
  });
  afterEach(async () => {
    for (const server of servers) {
      await server.stop();
      await server.removeData();
    }
  });

  it('adds up exactly once every process has been stopped', async () => {
    while (servers.length < PROCESSES) servers.push(await ServerProcess.start(env));
    const calls = Array.from({ length: 20 }, (_, i) => servers[i % PROCESSES]!).map(create);
    await Promise.all([...calls, ...servers.map(list)]);
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual(servers.map(() => 0));
    expect(await usage(await restart(), tenant)).toEqual({ calls: 20 + PROCESSES, memories: 20, total: 20 });
  });

  it('is short of no more than the last second of a process that was killed, and the memories of none', async () => {
    const [first] = servers as [ServerProcess];
    const answered: number[] = [];
    const killAt = performance.now() + 4_000;
    while (performance.now() < killAt) {
      await create(first);
      answered.push(performance.now());
    }
    const last = create(first).catch(() => undefined);
    const killed = performance.now();
    await first.kill();
    await last;
    const { calls, memories, total } = await usage(await restart(), tenant);
    // A second between two writes, and one for writing: this machine may be busy.
    expect(calls).toBeGreaterThanOrEqual(answered.filter((moment) => moment < killed - 2_000).length);
    expect(calls).toBeLessThanOrEqual(answered.length + 1);
    expect(total).toBeGreaterThanOrEqual(answered.length);
    expect([memories, total <= answered.length + 1]).toEqual([total, true]);
  });

  it('leaves no more calls of the month after a kill than there were before', async () => {
    const [first] = servers as [ServerProcess];
    await limitTenant({ MNEME_DATA_DIR: first.dataDir, ...env }, tenant.tenantId, { callsPerMonth: 60 });
    for (let i = 0; i < 20; i++) expect(await list(first)).toBe(200);
    await first.kill();
    const again = await restart();
    let through = 20;
    while (through <= 60 && (await list(again)) === 200) through += 1;
    expect(await list(again)).toBe(402);
    expect(through).toBeLessThanOrEqual(60);
    expect(through).toBeGreaterThanOrEqual(60 - 4);
  }, 180_000);

  it('has a call whose client did not wait for the answer', async () => {
    const [first] = servers as [ServerProcess];
    const text = JSON.stringify({ content: 'word '.repeat(1_000), type: 'task', tenantId: tenant.tenantId });
    const leave = (): Promise<void> =>
      new Promise((resolve) => {
        const headers = { authorization: `Bearer ${tenant.api.token}`, 'content-type': 'application/json' };
        const sent = request(`${first.url}${MEMORIES}`, { method: 'POST', headers, agent: false });
        sent.on('error', () => undefined).on('close', resolve);
        sent.end(text, () => sent.destroy());
      });
    await Promise.all(Array.from({ length: 10 }, leave));
    let looks = 0;
    await eventually(async () => {
      const { calls, memories } = await usage(first, tenant);
      looks += 1;
      expect([calls, memories]).toEqual([10 + 2 * (looks - 1), 10]);
    });
  });
});
