import { randomUUID } from 'node:crypto';
import { Api, type TestTenant } from '../support/service/api.js';
import { eventually } from '../support/eventually.js';
import { ReplicaBed } from '../support/faults/replica-bed.js';
import { readMetrics, valueOf } from '../support/service/metrics-text.js';
import type { MnemeProcess } from '../support/service/mneme-process.js';

const MEMORIES = '/api/v1/memories';
const ROUNDS = 25;

/** Two processes of the API that both hold a tenant's index in memory, and a worker that holds none. */
describe('replicas with the index in memory', () => {
  let bed: ReplicaBed;
  let apis: [MnemeProcess, MnemeProcess];
  let tenant: TestTenant;

  const through = ({ url }: MnemeProcess, { api }: TestTenant = tenant): Api => new Api(url, api.token);
  const found = async (api: MnemeProcess, query: string, of = tenant): Promise<{ id: string; content: string }[]> => {
    const answer = await through(api, of).post(`${MEMORIES}/search`, { query, tenantId: of.tenantId, limit: 3 });
    expect(answer.status).toBe(200);
    return answer.body.data.results;
  };
  const metric = async ({ url }: MnemeProcess, name: string, labels = {}): Promise<number> =>
    valueOf(await readMetrics(url), `mneme_index_cache_${name}`, labels) ?? 0;
  const hits = (api: MnemeProcess): Promise<number> => metric(api, 'searches_total', { source: 'memory' });
  const tenants = (): Promise<number[]> => Promise.all(apis.map((api) => metric(api, 'tenants')));
  /** Searches until each process answers from memory. */
  const warmUp = async (of: TestTenant): Promise<void> => {
    for (const api of apis) {
      for (const before = await hits(api); (await hits(api)) === before;) await found(api, 'the shelf', of);
    }
  };
  const word = (): string => randomUUID().replaceAll('-', '');
  const create = async (api: MnemeProcess, content: string): Promise<string> => {
    const made = await through(api).post(MEMORIES, { content, type: 'task', tenantId: tenant.tenantId });
    expect([made.status, made.body.metadata]).toEqual([201, expect.not.objectContaining({ indexing: 'pending' })]);
    return made.body.data.id as string;
  };

  beforeAll(async () => {
    bed = await ReplicaBed.open();
    apis = [await bed.api(), await bed.api()];
    await bed.worker();
    tenant = await bed.tenant(apis[0]);
    const memories = Array.from({ length: 60 }, () => ({ content: `the ${word()} shelf`, type: 'task' }));
    await through(apis[0]).post(`${MEMORIES}/bulk`, { tenantId: tenant.tenantId, memories });
    await warmUp(tenant);
  }, 120_000);
  afterAll(() => bed.close());

  it('find at once what another one has stored, changed or deleted', async () => {
    const before = await Promise.all(apis.map(hits));
    for (let round = 0; round < ROUNDS; round++) {
      const [writer, reader] = [apis[round % 2]!, apis[(round + 1) % 2]!];
      const name = word();
      const id = await create(writer, `the ${name} jar`);
      expect((await found(reader, name))[0]).toMatchObject({ id });
      await through(writer).patch(`${MEMORIES}/${id}`, { content: `the ${name} box` });
      expect((await found(reader, name))[0]).toMatchObject({ id, content: `the ${name} box` });
      await through(reader).delete(`${MEMORIES}/${id}?tenantId=${tenant.tenantId}`);
      expect((await found(writer, name)).map((each) => each.id)).not.toContain(id);
    }
    const after = await Promise.all(apis.map(hits));
    for (const [i, count] of after.entries()) expect(count - before[i]!).toBeGreaterThanOrEqual(ROUNDS);
  }, 120_000);

  it('find all of what several writers store at the same time, each as soon as it is answered', async () => {
    const writers = apis.flatMap((writer, i) =>
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < 6; n++) {
          const name = word();
          const id = await create(writer, `the ${name} lamp`);
          expect((await found(apis[1 - i]!, name))[0]).toMatchObject({ id });
        }
      }),
    );
    await Promise.all(writers);
  }, 120_000);

  it('hold nothing of a tenant that is erased', async () => {
    const other = await bed.tenant(apis[0]);
    await warmUp(other);
    expect(await tenants()).toEqual([2, 2]);
    expect((await other.api.delete(`/api/v1/tenants/${other.tenantId}`)).status).toBe(202);
    await eventually(async () => expect(await tenants()).toEqual([1, 1]), 20_000);
  }, 60_000);
  it('go on where more has changed than they follow, and find that too', async () => {
    const name = word();
    const memories = (n: number): unknown[] =>
      Array.from({ length: 500 }, (_, i) => ({ content: `${name} crate ${n} ${i}`, type: 'task' }));
    for (let n = 0; n < 3; n++) {
      await through(apis[0]).post(`${MEMORIES}/bulk`, { tenantId: tenant.tenantId, memories: memories(n) });
    }
    expect((await found(apis[1], `${name} crate`)).map(({ content }) => content)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining(name)),
    );
  }, 120_000);
});
