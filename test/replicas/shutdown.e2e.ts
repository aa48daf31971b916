import { randomUUID } from 'node:crypto';
import { Api, type ApiResponse, type TestTenant } from '../support/service/api.js';
import { eventually } from '../support/eventually.js';
import type { MnemeProcess } from '../support/service/mneme-process.js';
import { ReadyProxy } from '../support/service/ready-proxy.js';
import { ReplicaBed } from '../support/faults/replica-bed.js';

const MEMORIES = '/api/v1/memories';
const RATE_PER_SECOND = 50;
const REQUESTS = 400;
const MAX_UNDER_WAY = 20;
/** Longer than the proxy takes to look, also on a busy machine. */
const DELAY_MS = 1_500;

/** Two processes behind a proxy that respects readiness, under a steady load. */
describe('a process that is told to end', () => {
  let bed: ReplicaBed;
  let processes: MnemeProcess[];
  let proxy: ReadyProxy;
  let tenant: TestTenant;
  let answered = 0;

  beforeAll(async () => {
    bed = await ReplicaBed.open({ DRAIN_DELAY_MS: String(DELAY_MS) });
    processes = [await bed.api(), await bed.api()];
    tenant = await bed.tenant(processes[0]!);
    proxy = await ReadyProxy.before(processes.map(({ url }) => url));
  });
  afterAll(async () => {
    await proxy.close();
    await bed.close();
  });

  /** Writes, lists and searches in turn. */
  const send = async (api: Api, turn: number): Promise<ApiResponse> => {
    const { tenantId } = tenant;
    const requests = [
      () => api.post(MEMORIES, { content: `parcel ${randomUUID()}`, type: 'task', tenantId }),
      () => api.get(`${MEMORIES}?tenantId=${tenantId}&limit=5`),
      () => api.post(`${MEMORIES}/search`, { query: `parcel ${turn}`, tenantId, limit: 5 }),
    ];
    const answer = await requests[turn % requests.length]!();
    answered++;
    return answer;
  };

  it('loses no request of fifty a second, and ends with exit code 0', async () => {
    const api = new Api(proxy.url, tenant.api.token);
    const answers: Promise<ApiResponse>[] = [];
    const started = performance.now();
    let ending: Promise<number | null> | undefined;
    // Begun at a fixed rate, whether or not those before have been answered, as long as the machine keeps up with it.
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (answers.length - answered < MAX_UNDER_WAY) answers.push(send(api, answers.length));
        if (answered > REQUESTS / 4) ending ??= processes[0]!.stop();
        if (answers.length < REQUESTS) return;
        clearInterval(timer);
        resolve();
      }, 1_000 / RATE_PER_SECOND);
    });
    const rate = Math.round((answers.length / (performance.now() - started)) * 1_000);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    const given = processes.map(({ url }) => proxy.given.get(url) ?? 0);
    process.stdout.write(
      `${statuses.length} requests at ${rate} a second, SIGTERM to one of two: ${proxy.lost} lost, ` +
        `${given.join(' and ')} by each\n`,
    );
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect(proxy.lost).toBe(0);
    expect(await ending).toBe(0);
    // It took its share until it was told, and the other one took over.
    expect(given[0]).toBeGreaterThan(REQUESTS / 20);
    expect(given[1]).toBeGreaterThan(given[0]!);
  });

  it('says so before it stops listening, and ends at once at a second signal', async () => {
    const one = await bed.api({ DRAIN_DELAY_MS: '60000' });
    const health = (path: string): Promise<ApiResponse> => new Api(one.url, undefined).get(`/health/${path}`);
    one.signal('SIGTERM');
    await eventually(async () => expect((await health('ready')).status).toBe(503));
    expect((await health('ready')).body.errors[0]).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect((await health('live')).status).toBe(200);
    const { api, tenantId } = tenant;
    expect((await new Api(one.url, api.token).get(`${MEMORIES}?tenantId=${tenantId}`)).status).toBe(200);
    one.signal('SIGTERM');
    expect(await one.ended()).toBe(0);
  });
});
