import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/service/free-port.js';
import { readMetrics } from '../../support/service/metrics-text.js';
import { NODE_FLAGS } from '../../support/service/node-flags.js';
import { serverCommand } from '../../support/service/server-command.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = '/api/v1/memories';
/** Steps of a first start, in the log before it listens. */
const STEPS = [
  'making a new database',
  'opening the database',
  'migrating the database',
  'loading the embedding model',
  'storing 975 sample memories',
  'indexed 100 of 975',
  'indexed 975 of 975',
  'warming up',
  'warmed up',
  'Server listening at',
];
/** What a start warms up. */
const WARMED = [
  'analyses',
  'call quotas',
  'chains',
  'database',
  'identity provider',
  'key lookup',
  'keys',
  'memories',
  'patterns',
  'plans',
  'text',
  'usage',
  'webhooks',
];

interface FirstReady {
  readonly key: string;
  readonly warmed: unknown[];
  /** Of requests that metrics have counted. */
  readonly routes: unknown[];
}

async function total(api: Api): Promise<number> {
  return (await api.get(`${MEMORIES}?tenantId=${TENANT}&limit=1`)).body.data.pagination.total as number;
}

describe('the service as people start it', () => {
  let log = '';

  /** Runs it until the banner is whole, hands over the URL, and ends it. */
  async function visit(
    dataDir: string,
    work: (api: Api) => Promise<unknown>,
    variables: Record<string, string> = {},
  ): Promise<string> {
    const env = { PATH: process.env['PATH'] ?? '', PORT: '0', MNEME_DATA_DIR: dataDir, ...variables };
    const child = spawn(process.execPath, [...NODE_FLAGS, resolve('dist-test/apps/api/main.js')], { env });
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    const exited = once(child, 'exit');
    let banner = '';
    child.stdout.on('data', (chunk: Buffer) => (banner += chunk.toString()));
    while (!banner.includes('API key')) {
      await Promise.race([once(child.stdout, 'data'), exited]);
      if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
    }
    const url = /http\S+(?=\/api\/v1)/.exec(banner)?.[0] ?? '';
    await work(new Api(url, (await readFile(join(dataDir, 'dev-key'), 'utf8')).trim()));
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    return banner;
  }

  /** What is there at the very first 200 of /health/ready. */
  async function firstReady(port: number, dataDir: string): Promise<FirstReady> {
    const url = `http://127.0.0.1:${port}`;
    const nobody = new Api(url, undefined);
    await eventually(async () => expect((await nobody.get('/health/ready')).status).toBe(200), 120_000);
    const key = (await readFile(join(dataDir, 'dev-key'), 'utf8')).trim();
    const { samples } = await readMetrics(url);
    const parts = samples.filter(({ name }) => name === 'mneme_warm_up_seconds');
    const counted = samples.filter(({ name }) => name === 'mneme_http_request_duration_seconds_count');
    const routes = counted.map(({ labels }) => labels['route']);
    return { key, warmed: parts.map(({ labels }) => labels['part']), routes };
  }

  /** Messages in the order in which they were logged. */
  const messages = (): string[] =>
    log.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { msg: string }).msg]));

  it('seeds at its first start, says so, and leaves the samples alone at the next', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-seed-'));
    const dataDir = join(folder, 'data');
    const port = await freePort();
    const ready = firstReady(port, dataDir);
    const change = async (api: Api): Promise<void> => {
      // The warm-up belongs to no one: no call is counted, no tenant was made.
      expect((await api.get(`/api/v1/usage/metrics/${TENANT}`)).body.data.apiCalls.today).toBe(0);
      const tenants = await serverCommand(dataDir, ['tenants', 'list', '--json']);
      expect(JSON.parse(tenants.out).tenants).toEqual([expect.objectContaining({ tenantId: TENANT })]);
      const [memory] = (await api.get(`${MEMORIES}?tenantId=${TENANT}&limit=1`)).body.data.memories as { id: string }[];
      expect((await api.delete(`${MEMORIES}/${memory!.id}?tenantId=${TENANT}`)).status).toBe(200);
    };
    const first = await visit(dataDir, change, { PORT: String(port) });
    expect(first).toContain(`Tenant   ${TENANT} (975 sample memories)`);
    expect(messages().filter((line) => STEPS.some((step) => line.startsWith(step)))).toEqual(
      STEPS.map((step) => expect.stringMatching(new RegExp(`^${step}`))),
    );
    // A client that waits for readiness finds the key, and nothing is left for the first request to warm up.
    const { key, warmed, routes } = await ready;
    expect(first).toContain(key);
    expect(warmed.sort()).toEqual(WARMED);
    expect(routes).not.toContain('/api/v1/memories/search');
    expect(routes).not.toContain('/api/v1/intelligence/decision-chain');
    expect(messages().indexOf('request')).toBeGreaterThan(
      messages().findIndex((line) => line.startsWith('Server listening')),
    );
    expect(await visit(dataDir, async (api) => expect(await total(api)).toBe(974))).toContain('(974 memories)');
    await rm(folder, { recursive: true });
  });
});
