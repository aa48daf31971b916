import { once } from 'node:events';
import { connect } from 'node:net';
import { newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ServerProcess } from '../../support/service/server-process.js';

/** Joined with as many they take an hour. */
const ENDLESS = 200_000;
/** Joined with as many they take tens of milliseconds. */
const QUICK = 400;

interface LogLine {
  readonly level: number;
  readonly reqId?: string;
  /** Of the one line that a request has. */
  readonly route?: string;
  readonly status?: number;
}

/** The service with routes whose statements take long: test/support/service/slow.feature.ts. Its database has few connections. */
describe('a request whose statement takes long', () => {
  let server: ServerProcess;
  let tenant: TestTenant;

  const slow = (rows: number): string => `/api/v1/slow?rows=${rows}&tenantId=${tenant.tenantId}`;
  const list = `/api/v1/memories?tenantId=`;
  const counts = async (): Promise<{ begun: number; written: number }> =>
    (await tenant.api.get(`/api/v1/slow/counts`)).body.data as { begun: number; written: number };

  /** Sends it, and returns what hangs up: it resolves once the client has. */
  const send = (method: string, rows: number): (() => Promise<void>) => {
    const hangUp = new AbortController();
    const headers = { authorization: `Bearer ${tenant.api.token ?? ''}` };
    const answer = fetch(`${server.url}${slow(rows)}`, { method, headers, signal: hangUp.signal });
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    return () => {
      hangUp.abort();
      return ended;
    };
  };
  /** As `send`; resolves once it is under way in the service. */
  const begin = async (method: string, rows: number): Promise<() => Promise<void>> => {
    const { begun } = await counts();
    const hangUp = send(method, rows);
    await eventually(async () => expect((await counts()).begun).toBe(begun + 1));
    return hangUp;
  };
  const logged = (): LogLine[] =>
    server.log
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);

  beforeAll(async () => {
    const shared = sharedServer();
    server = await ServerProcess.start({ ...shared.env, DATABASE_POOL: '2', TEST_SLOW_STATEMENTS: 'on' });
    tenant = await newTenant({ ...shared, url: server.url });
    const memory = { content: 'The tide turns at noon', type: 'semantic', tenantId: tenant.tenantId };
    expect((await tenant.api.post('/api/v1/memories', memory)).status).toBe(201);
    expect((await tenant.api.get(slow(QUICK))).body.data).toEqual({ pairs: QUICK * QUICK });
  });

  afterAll(async () => {
    await server.stop();
    await server.removeData();
  });

  it('ends after 5 s with DATABASE_ERROR; the service is ready meanwhile, and others are served', async () => {
    const at = performance.now();
    const answer = tenant.api.get(slow(ENDLESS));
    await eventually(async () => expect((await counts()).begun).toBe(2));
    const [ready, beside] = await Promise.all([
      tenant.api.get('/health/ready'),
      tenant.api.get(`${list}${tenant.tenantId}`),
    ]);
    expect([ready.status, beside.status]).toEqual([200, 200]);
    expect((await answer).status).toBe(500);
    expect((await answer).body.errors[0]?.code).toBe('DATABASE_ERROR');
    expect(performance.now() - at).toBeGreaterThan(4_500);
    expect(performance.now() - at).toBeLessThan(15_000);
    const after = await tenant.api.get(`${list}${tenant.tenantId}`);
    expect(after.body.data.memories).toHaveLength(1);
  });

  it('ends where its client hangs up, as do those that wait for a connection: others do not wait for it', async () => {
    const hangUps = [await begin('GET', ENDLESS), ...[1, 2, 3].map(() => send('GET', ENDLESS))];
    const at = performance.now();
    await Promise.all(hangUps.map((hangUp) => hangUp()));
    expect((await tenant.api.get(`${list}${tenant.tenantId}`)).status).toBe(200);
    // Any one of them would have had 5 s.
    expect(performance.now() - at).toBeLessThan(4_500);
  });

  it('is not met by another one that is hung up', async () => {
    const requests = Array.from({ length: 60 }, async (_, i) => {
      await new Promise((resolve) => setTimeout(resolve, i * 15));
      if (i % 2 === 0) {
        const hangUp = send('GET', QUICK * 3);
        await new Promise((resolve) => setTimeout(resolve, (i * 7) % 50));
        await hangUp();
        return { status: 200, body: { data: { pairs: QUICK * QUICK } } };
      }
      return tenant.api.get(slow(QUICK));
    });
    for (const { status, body } of await Promise.all(requests)) {
      expect({ status, data: body.data as unknown }).toEqual({ status: 200, data: { pairs: QUICK * QUICK } });
    }
  });

  it('that writes goes on where its client hangs up, also one that still waits for a connection', async () => {
    const { written } = await counts();
    const hangUpReader = await begin('GET', ENDLESS);
    const hangUpWriter = await begin('POST', QUICK);
    await hangUpWriter();
    await hangUpReader();
    await eventually(async () => expect((await counts()).written).toBe(written + 1));
  });

  it('is no error where its client hung up: one line, with the status 499', async () => {
    const hungUp = await eventually(() => {
      const lines = logged().filter(({ route, status }) => route === '/api/v1/slow' && status === 499);
      expect(lines.length).toBeGreaterThan(10);
      return Promise.resolve(lines);
    });
    const ids = new Set(hungUp.map(({ reqId }) => reqId));
    expect(logged().filter(({ reqId, level }) => ids.has(reqId) && level >= 40)).toEqual([]);
    expect(logged().filter(({ reqId, route }) => ids.has(reqId) && route !== undefined)).toHaveLength(ids.size);
  });

  it('does not keep the service from ending, nor does a connection on which nothing was asked', async () => {
    const unused = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(unused, 'connect');
    expect(await server.stop()).toBe(0);
    unused.destroy();
  });
});
