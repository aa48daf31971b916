import { resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Api } from '../support/service/api.js';
import { eventually } from '../support/eventually.js';
import type { MnemeProcess } from '../support/service/mneme-process.js';
import { ReplicaBed } from '../support/faults/replica-bed.js';
import { WebhookReceiver } from '../support/webhooks/webhook-receiver.js';

const run = promisify(execFile);
const MEMORIES = '/api/v1/memories';
const IN_ONE = ['idempotency sweep', 'outbox retention', 'recount of memories', 'usage retention', 'webhook retention'];

/** One API without jobs, and two workers on the same services. */
describe('workers', () => {
  let bed: ReplicaBed;
  let api: MnemeProcess;
  let workers: MnemeProcess[];
  const health = ({ url }: MnemeProcess, path = 'ready') => new Api(url, undefined).get(`/health/${path}`);
  const metrics = async ({ url }: MnemeProcess): Promise<string> => (await fetch(`${url}/metrics`)).text();
  /** Runs of jobs by name and outcome: `outbox retention done`. */
  const runs = async (of: MnemeProcess): Promise<Map<string, number>> => {
    const lines = (await metrics(of)).matchAll(/^mneme_job_runs_total\{task="(.*)",outcome="(.*)"\} (\d+)$/gm);
    return new Map([...lines].map(([, job, outcome, count]) => [`${job} ${outcome}`, Number(count)]));
  };

  beforeAll(async () => {
    bed = await ReplicaBed.open();
    api = await bed.api();
    workers = await Promise.all([bed.worker(), bed.worker()]);
  });
  afterAll(() => bed.close());

  it('answer for health and metrics, and nothing else', async () => {
    const [one] = workers as [MnemeProcess];
    expect([(await health(one, 'live')).status, (await health(one)).status]).toEqual([200, 200]);
    expect((await health(one)).body).toMatchObject({ success: true, data: { status: 'ok', degraded: [] } });
    expect(await metrics(one)).toContain('process_cpu_seconds_total');
    for (const [method, path] of [
      ['GET', '/api/v1/memories'],
      ['GET', '/'],
      ['POST', '/health/live'],
    ] as const) {
      const answer = await new Api(one.url, undefined).send(method, path);
      expect([answer.status, answer.body.errors[0]?.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
  });

  it('do what one does for all once, and share the rest', async () => {
    await eventually(async () => {
      const counts = await Promise.all(workers.map(runs));
      for (const job of IN_ONE) {
        expect([job, counts.reduce((sum, each) => sum + (each.get(`${job} done`) ?? 0), 0)]).toEqual([job, 1]);
      }
      for (const each of counts) expect(each.get('index sweep done')).toBeGreaterThan(1);
    });
    expect([...(await runs(api)).keys()]).toEqual([]);
  });

  it('deliver what an API without jobs has written, each event once', async () => {
    const receiver = await WebhookReceiver.start();
    const tenant = await bed.tenant(api);
    const webhook = { name: 'all', url: receiver.url(), events: ['memory.created'], secret: 'test-secret-1' };
    expect((await tenant.api.post('/api/v1/webhooks', webhook)).status).toBe(201);
    const contents = Array.from({ length: 40 }, (_, i) => `thing number ${i}`);
    for (const content of contents) {
      const made = await tenant.api.post(MEMORIES, { content, type: 'task', tenantId: tenant.tenantId });
      expect(made.status).toBe(201);
    }
    await eventually(async () => {
      const told = receiver.received.map(
        ({ body }) => (JSON.parse(body) as { data: { content: string } }).data.content,
      );
      expect(told.sort()).toEqual([...contents].sort());
    }, 30_000);
    await receiver.close();
  });

  it('end on SIGTERM with exit code 0, and the jobs go on in the other', async () => {
    const [one, other] = workers as [MnemeProcess, MnemeProcess];
    expect(await one.stop()).toBe(0);
    const before = (await runs(other)).get('index sweep done') ?? 0;
    await eventually(async () => expect((await runs(other)).get('index sweep done')).toBeGreaterThan(before + 1));
  });

  it('need a PostgreSQL', async () => {
    const env = { PATH: process.env['PATH'] ?? '', WORKER_PORT: '0' };
    const failure = await run(process.execPath, [resolve('dist-test/apps/worker/main.js')], { env }).catch(
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A worker needs DATABASE_URL') as string,
    });
  });
});
