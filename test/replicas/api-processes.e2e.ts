import { readFileSync } from 'node:fs';
import { eventually } from '../support/eventually.js';
import { ReplicaBed } from '../support/faults/replica-bed.js';
import { freePort } from '../support/service/free-port.js';
import { failedStart } from '../support/service/failed-start.js';
import type { MnemeProcess } from '../support/service/mneme-process.js';
import type { TestTenant } from '../support/service/api.js';

const MEMORIES = '/api/v1/memories';
/** Of a request: longer is a connection that no process has. */
const PATIENCE_MS = 10_000;
const CLIENTS = 8;

describe('several processes that serve one port', () => {
  let bed: ReplicaBed;
  let service: MnemeProcess;
  let tenant: TestTenant;

  beforeAll(async () => {
    bed = await ReplicaBed.open();
    // Where all have ended, 0 would be another port.
    service = await bed.api({ API_PROCESSES: '2', PORT: String(await freePort()) });
    tenant = await bed.tenant(service);
    await bothServe();
  }, 180_000);
  afterAll(() => bed.close());

  /** Process ids. */
  function served(): number[] {
    return childrenOf(service.pid);
  }
  /** Each over a connection of its own, so that both processes are given some. */
  const list = (): Promise<number> =>
    fetch(`${service.url}${MEMORIES}?tenantId=${tenant.tenantId}&limit=1`, {
      headers: { authorization: `Bearer ${String(tenant.api.token)}`, connection: 'close' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(async (response) => {
      await response.text();
      return response.status;
    });
  /** A process that is there may not listen yet. */
  const bothServe = (): Promise<void> =>
    eventually(async () => {
      const before = listsBy(await metrics());
      await Promise.all(Array.from({ length: 10 }, list));
      const after = listsBy(await metrics());
      expect([...after].filter(([process, count]) => count > (before.get(process) ?? 0))).toHaveLength(2);
    }, 120_000);
  const metrics = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text();

  it('share what comes, and each has its own series in the metrics, whichever is asked', async () => {
    const before = listsBy(await metrics());
    expect(await Promise.all(Array.from({ length: 40 }, list))).toEqual(Array(40).fill(200));
    for (let i = 0; i < 4; i++) {
      const after = listsBy(await metrics());
      const grown = [...after].map(([process, count]) => count - (before.get(process) ?? 0));
      expect(grown.reduce((sum, count) => sum + count, 0)).toBe(40);
      expect(grown.filter((count) => count > 0)).toHaveLength(2);
    }
  });

  it('are replaced when one is killed, while the other one serves, and no connection is left without a process', async () => {
    const [first = 0, second = 0] = served();
    const failures: string[] = [];
    let running = true;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (running) await list().catch((error: unknown) => failures.push((error as Error).name));
    });
    await bothServe();
    process.kill(first, 'SIGKILL');
    await eventually(() => Promise.resolve(expect(failures.length).toBeGreaterThan(0)));
    running = false;
    await Promise.all(clients);
    // A connection that ends is sent again by its client.
    expect(failures).not.toContain('TimeoutError');
    await eventually(async () => {
      expect(service.log.join('')).toMatch(/process \d+ has ended \(SIGKILL\); another one starts in 1 s/);
    });
    expect(await list()).toBe(200);
    await bothServe();
    expect(served()).toHaveLength(2);
    expect(served()).toContain(second);
  });

  it('are replaced when all are killed at once', async () => {
    for (const pid of served()) process.kill(pid, 'SIGKILL');
    // Until one listens again, connections are refused.
    await eventually(async () => expect(await list()).toBe(200), 60_000);
    await bothServe();
  }, 200_000);

  it('end together, and leave nothing behind', async () => {
    const pids = served();
    expect(await service.stop()).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it.each([
    ['without a shared Redis', { API_PROCESSES: '2', REDIS_URL: '' }, /API_PROCESSES above 1 needs REDIS_URL/],
    ['on the embedded database', { API_PROCESSES: '2', DATABASE_URL: '' }, /API_PROCESSES above 1 needs DATABASE_URL/],
    ['without any', { API_PROCESSES: '0' }, /API_PROCESSES must be a whole number from 1 to 64/],
    [
      'on a database that is not there',
      { API_PROCESSES: '2', DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      /ECONNREFUSED/,
    ],
  ])('do not start %s, which is said once', async (_, env, message) => {
    const { code, stderr } = await failedStart({ ...bed.env, ...env });
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr.match(new RegExp(message, 'g'))).toHaveLength(1);
  });
});

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** How many lists each process has answered, by its label. */
function listsBy(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const line = /^mneme_http_request_duration_seconds_count\{([^}]*)\} (\d+)$/gm;
  for (const [, labels = '', count] of text.matchAll(line)) {
    if (!labels.includes('route="/api/v1/memories"') || !labels.includes('method="GET"')) continue;
    const process = /process="(\d+)"/.exec(labels)?.[1] ?? '';
    counts.set(process, (counts.get(process) ?? 0) + Number(count));
  }
  return counts;
}
