import { randomUUID } from 'node:crypto';
import type { ApiResponse, TestTenant } from '../support/service/api.js';
import { eventually } from '../support/eventually.js';
import { DEPENDENCIES, FaultBed, type Dependency } from '../support/faults/fault-bed.js';
import { answerOf, faultTable, type FaultRow } from '../support/faults/fault-table.js';
import { FAULTS, type Fault } from '../support/faults/faulty-proxy.js';

const MEMORIES = '/api/v1/memories';
/** What a busy machine adds. */
const SLACK_MS = 2_500;
const ROUNDS = 2;
/** What stays as it is for as long as it lasts. */
const SETTLED: readonly Fault[] = ['stopped', 'refusing', 'hanging'];
/** So long a dependency that comes and goes is asked. */
const FLAPPING_MS = 3_000;

interface Timed {
  readonly answer: string;
  readonly ms: number;
}

/** The table of docs/operate/failures.md, cell by cell, on one process and in the order in which it stands there. */
describe('a dependency in trouble', () => {
  const table = faultTable();
  let bed: FaultBed;
  let tenant: TestTenant;
  let known: string;

  const timed = async (request: Promise<ApiResponse>, dependency?: Dependency): Promise<Timed> => {
    const started = performance.now();
    return { answer: answerOf(await request, dependency), ms: performance.now() - started };
  };
  /** One request of each kind, at once. The query has a word that no query had before, and one that finds something. */
  const round = async (dependency?: Dependency): Promise<Readonly<Record<keyof FaultRow['cells'], Timed>>> => {
    const { api, tenantId } = tenant;
    const [write, read, search, ready] = await Promise.all([
      timed(api.post(MEMORIES, { content: `kettle ${randomUUID()}`, type: 'task', tenantId })),
      timed(api.get(`${MEMORIES}/${known}?tenantId=${tenantId}`)),
      timed(api.post(`${MEMORIES}/search`, { query: `kettle ${randomUUID()}`, tenantId })),
      timed(api.get('/health/ready'), dependency),
    ]);
    return { write, read, search, ready };
  };
  const WELL = { write: '201', read: '200', search: '200', ready: '200' };
  const well = async (): Promise<void> => {
    const { write, read, search, ready } = await round();
    const answers = {
      write: write.answer,
      read: read.answer,
      search: search.answer,
      ready: ready.answer,
    };
    expect(answers).toEqual(WELL);
  };

  /** What it says may be a second old: the last answer of its cell is the one that it comes to. */
  const readiness = async ({ dependency, cells }: FaultRow): Promise<void> => {
    await eventually(async () => {
      const { answer } = await timed(tenant.api.get('/health/ready'), dependency);
      expect(answer).toBe(cells.ready.answers.at(-1));
    }, cells.ready.laterMs + SLACK_MS);
  };

  beforeAll(async () => {
    bed = await FaultBed.open();
    tenant = await bed.tenant();
    const made = await tenant.api.post(MEMORIES, { content: 'a kettle', type: 'task', tenantId: tenant.tenantId });
    known = made.body.data.id as string;
    await well();
  });
  afterAll(() => bed.close());

  it('is in the table with each of its faults', () => {
    const named = table.map(({ dependency, fault }) => `${dependency} ${fault}`);
    expect(named).toEqual(DEPENDENCIES.flatMap((dependency) => FAULTS.map((fault) => `${dependency} ${fault}`)));
  });

  it.each(table)('$dependency $fault: answers as the table says, and recovers', async (row) => {
    const { dependency, fault, cells, recoveryMs } = row;
    const proxy = bed.proxies[dependency];
    await proxy.begin(fault);
    const seen: Awaited<ReturnType<typeof round>>[] = [];
    const until = Date.now() + (fault === 'flapping' ? FLAPPING_MS : 0);
    while (seen.length < ROUNDS || Date.now() < until) seen.push(await round(dependency));
    if (SETTLED.includes(fault)) await readiness(row);
    const returned = performance.now();
    await proxy.heal();
    await eventually(well, recoveryMs + SLACK_MS);
    report(row, seen, performance.now() - returned);
    for (const [kind, { answers, firstMs, laterMs }] of Object.entries(cells)) {
      const expected = expect.stringMatching(new RegExp(`^(${answers.join('|')})$`)) as string;
      for (const [turn, each] of seen.entries()) {
        const { answer, ms } = each[kind as keyof typeof each];
        const limitMs = (turn === 0 ? firstMs : laterMs) + SLACK_MS;
        expect({ kind, answer }).toEqual({ kind, answer: expected });
        expect({ kind, turn, tooLate: ms > limitMs ? ms : 0 }).toEqual({ kind, turn, tooLate: 0 });
      }
    }
  });

  it('has left every write that was answered 201 to be found', async () => {
    const { api, tenantId } = tenant;
    const listed = await api.get(`${MEMORIES}?tenantId=${tenantId}&limit=100`);
    const contents = (listed.body.data.memories as { id: string; content: string }[]).filter(({ id }) => id !== known);
    expect(contents.length).toBeGreaterThan(20);
    await eventually(async () => {
      for (const { id, content } of contents) {
        const found = await api.post(`${MEMORIES}/search`, { query: content, tenantId, limit: 3 });
        expect((found.body.data.results as { id: string }[]).map((result) => result.id)).toContain(id);
      }
    }, 30_000);
  });

  function report({ dependency, fault }: FaultRow, seen: Awaited<ReturnType<typeof round>>[], backMs: number): void {
    const columns = (['write', 'read', 'search', 'ready'] as const).map((kind) => {
      const answers = [...new Set(seen.map((each) => each[kind].answer))].sort().join(' or ');
      return `${kind} ${answers} in ${Math.round(Math.max(...seen.map((each) => each[kind].ms)))} ms`;
    });
    process.stdout.write(`${dependency} ${fault}: ${columns.join(', ')}; well after ${Math.round(backMs)} ms\n`);
  }
});
