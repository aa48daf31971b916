import { randomUUID } from 'node:crypto';
import { asIs, optionsOf } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { codeOf, newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';

const MEMORIES = '/api/v1/memories';
const UNKNOWN = '01h455vb4pex5vsknk084sn02q';
const DAY_MS = 86_400_000;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly matched: number;
  readonly deleted: number;
}

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await newTenant();
});

const remove = (filter: unknown, more: object = {}, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  recorded(tenant, ({ memories }) => memories.deleteMany(asIs({ filter, ...more }), optionsOf(headers)));
const store = async (memories: readonly object[]): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < memories.length; i += 500) {
    const batch = memories.slice(i, i + 500);
    const { body } = await tenant.api.post(`${MEMORIES}/bulk`, { tenantId: tenant.tenantId, memories: batch });
    ids.push(...(body.data.results as { id: string }[]).map(({ id }) => id));
  }
  return ids;
};
const many = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({ content: `draft ${i}`, type: 'task', tags: ['draft'] }));
const contents = async (): Promise<string[]> => {
  const { body } = await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&limit=100`);
  return (body.data.memories as { content: string }[]).map(({ content }) => content).sort();
};
const count = async (): Promise<number> =>
  (await tenant.api.get(`${MEMORIES}/count?tenantId=${tenant.tenantId}`)).body.data.count as number;
const usage = async (): Promise<number[]> => {
  const { memories, storage } = (await tenant.api.get(`/api/v1/usage/metrics/${tenant.tenantId}`)).body.data;
  return [memories.count as number, storage.used as number];
};
const job = (id: string): Promise<ApiResponse> => recorded(tenant, ({ jobs }) => jobs.get(id));
const ended = (id: string): Promise<Job> =>
  eventually(async () => {
    const { data } = (await job(id)).body as { data: Job };
    expect(data.status).toBe('done');
    return data;
  });

describe('POST /memories/delete', () => {
  const TOMORROW = new Date(Date.now() + DAY_MS).toISOString();
  let ids: string[];
  beforeEach(async () => {
    ids = await store([
      { content: 'anna', type: 'task', tags: ['a', 'b'], metadata: { userId: 'anna', n: 1 }, externalId: 'one' },
      { content: 'ben', type: 'task', tags: ['b'], metadata: { userId: 'ben', occurredAt: '2020-05-05' } },
      {
        content: 'cleo',
        type: 'event',
        tags: ['a'],
        metadata: { userId: ['anna', 'cleo'], n: '1' },
        externalId: 'x,y',
      },
      { content: 'dora', type: 'working', metadata: { occurredAt: '2021-06-06T12:00:00Z', ok: true } },
    ]);
  });

  const everything = ['anna', 'ben', 'cleo', 'dora'];
  const cases: [string, () => object, string[]][] = [
    ['ids', () => ({ ids: [ids[0], ids[3], `mem_${UNKNOWN}`, 'mem_nonsense', ''] }), ['anna', 'dora']],
    ['nothing but ids of another form', () => ({ ids: ['nonsense', `key_${UNKNOWN}`] }), []],
    ['a type', () => ({ type: 'task' }), ['anna', 'ben']],
    ['a tag', () => ({ tags: ['a'] }), ['anna', 'cleo']],
    ['all of two tags', () => ({ tags: ['a', 'b'] }), ['anna']],
    ['any of two tags', () => ({ tags: ['a', 'b'], tagsMode: 'any' }), ['anna', 'ben', 'cleo']],
    ['metadata', () => ({ metadata: { userId: 'anna' } }), ['anna', 'cleo']],
    ['one of several values', () => ({ metadata: { userId: ['ben', 'cleo'] } }), ['ben', 'cleo']],
    ['two keys', () => ({ metadata: { userId: 'anna', n: 1 } }), ['anna', 'cleo']],
    ['external ids', () => ({ externalIds: ['one', 'x,y', 'nobody'] }), ['anna', 'cleo']],
    ['what was created up to then', () => ({ createdTo: TOMORROW }), everything],
    ['what was created long ago', () => ({ createdTo: '2019-12-31' }), []],
    ['what happened up to a day', () => ({ occurredTo: '2020-05-05' }), ['ben']],
    ['what happened up to an instant', () => ({ occurredTo: '2021-06-06T12:00:00Z' }), ['ben', 'dora']],
    ['a type and a tag', () => ({ type: 'event', tags: ['a'] }), ['cleo']],
    ['ids and a type', () => ({ ids, type: 'working' }), ['dora']],
    ['ids and external ids', () => ({ ids: [ids[0], ids[1]], externalIds: ['one', 'x,y'] }), ['anna']],
    ['metadata and a day', () => ({ metadata: { userId: ['anna', 'ben'] }, occurredTo: '2020-12-31' }), ['ben']],
    ['tags and dates', () => ({ tags: ['b'], createdTo: TOMORROW, occurredTo: '2020-12-31' }), ['ben']],
    ['conditions that exclude each other', () => ({ type: 'event', tags: ['b'] }), []],
  ];
  it.each(cases)('deletes by %s', async (_, filter, gone) => {
    const answer = { matched: gone.length, deleted: gone.length };
    const dry = await remove(filter(), { dryRun: true });
    expect([dry.status, dry.body.data]).toEqual([200, { ...answer, deleted: 0 }]);
    expect(await contents()).toEqual(everything);
    const { status, body } = await remove(filter());
    expect([status, body.data]).toEqual([200, answer]);
    expect(await contents()).toEqual(everything.filter((name) => !gone.includes(name)));
    expect((await remove(filter())).body.data).toEqual({ matched: 0, deleted: 0 });
  });

  it.each([
    ['an empty filter', {}],
    ['a mode of tags', { tagsMode: 'any' }],
    ['no filter', undefined],
    ['null', null],
    ['a list', [{ type: 'task' }]],
    ['a text', 'task'],
  ])('refuses %s, and deletes nothing', async (_, filter) => {
    for (const more of [{}, { dryRun: true }]) {
      const response = await remove(filter, more);
      expect(response.status).toBe(400);
      expect(response.body.errors).toMatchObject([{ code: 'VALIDATION_ERROR', field: 'filter' }]);
    }
    expect(await contents()).toEqual(everything);
  });

  it.each([
    ['filter.ids', { ids: Array.from({ length: 1_001 }, () => `mem_${UNKNOWN}`) }],
    ['filter.ids', { ids: [] }],
    ['filter.ids', { ids: `mem_${UNKNOWN}` }],
    ['filter.ids[1]', { ids: [`mem_${UNKNOWN}`, 7] }],
    ['filter.externalIds', { externalIds: Array.from({ length: 1_001 }, (_each, i) => `e${i}`) }],
    ['filter.externalIds[0]', { externalIds: [''] }],
    ['filter.type', { type: 'dream' }],
    ['filter.type', { type: null, ids: [`mem_${UNKNOWN}`] }],
    ['filter.tags', { tags: [] }],
    ['filter.tags', { tags: [], type: 'task' }],
    ['filter.metadata', { metadata: {} }],
    ['filter.metadata', { metadata: { userId: undefined }, type: 'task' }],
    ['filter.tags[0]', { tags: [1] }],
    ['filter.tagsMode', { tags: ['a'], tagsMode: 'some' }],
    ['filter.metadata.a.b', { metadata: { 'a.b': 'x' } }],
    ['filter.metadata.userId', { metadata: { userId: [] } }],
    ['filter.createdTo', { createdTo: 'yesterday' }],
    ['filter.occurredTo', { occurredTo: 5 }],
    ['filter.createdFrom', { createdFrom: '2020-01-01', type: 'task' }],
    ['filter.tenantId', { tenantId: 'x', type: 'task' }],
  ])('names the field that is wrong: %s', async (field, filter) => {
    const response = await remove(filter);
    expect([response.status, response.body.errors]).toMatchObject([400, [{ code: 'VALIDATION_ERROR', field }]]);
    expect(await contents()).toEqual(everything);
  });

  it('refuses a dryRun that is no boolean and fields that it does not know', async () => {
    for (const [field, more] of [
      ['dryRun', { dryRun: 'yes' }],
      ['dryRun', { dryRun: null }],
      ['all', { all: true }],
    ] as const) {
      expect((await remove({ type: 'task' }, more)).body.errors).toMatchObject([{ code: 'VALIDATION_ERROR', field }]);
    }
    expect(await contents()).toEqual(everything);
  });

  it('takes 1,000 ids and 1,000 external ids', async () => {
    const unknown = Array.from({ length: 999 }, (_, i) => `e${i}`);
    const filter = { ids: [ids[0], ...unknown], externalIds: ['one', ...unknown] };
    expect((await remove(filter)).body.data).toEqual({ matched: 1, deleted: 1 });
  });

  it('leaves what other tenants have, also where they are named', async () => {
    const other = await newTenant();
    const given = { content: 'theirs', type: 'task', tags: ['a'], externalId: 'one', metadata: { userId: 'anna' } };
    const { data } = (await other.api.post(MEMORIES, { ...given, tenantId: other.tenantId })).body;
    expect((await remove({ ids: [data.id] })).body.data).toEqual({ matched: 0, deleted: 0 });
    expect((await remove({ externalIds: ['one'] })).body.data).toEqual({ matched: 1, deleted: 1 });
    await remove({ createdTo: TOMORROW });
    const read = await other.api.get(`${MEMORIES}/${data.id as string}?tenantId=${other.tenantId}`);
    expect([read.status, await contents()]).toEqual([200, []]);
  });

  it('gives the room back, and search finds what is gone no more', async () => {
    const find = async (query: string): Promise<string[]> => {
      const search = { query, tenantId: tenant.tenantId, limit: 10 };
      const { results } = (await tenant.api.post(`${MEMORIES}/search`, search)).body.data;
      return (results as { content: string }[]).map(({ content }) => content).sort();
    };
    const before = await usage();
    await store([{ content: 'The ferry leaves at nine', type: 'working', tags: ['ferry'] }]);
    expect(await find('ferry')).toContain('The ferry leaves at nine');
    await remove({ tags: ['ferry'] });
    expect(await usage()).toEqual(before);
    expect(await find('ferry')).toEqual(everything);
    await remove({ ids });
    expect([await usage(), await find('ferry')]).toEqual([[0, 0], []]);
    expect((await tenant.api.get(`${MEMORIES}/${ids[0]!}?tenantId=${tenant.tenantId}`)).status).toBe(404);
  });

  it('does not match what has expired', async () => {
    const short = { content: 'short', type: 'working', tags: ['a'], ttlSeconds: 1, tenantId: tenant.tenantId };
    const { id } = (await tenant.api.post(MEMORIES, short)).body.data as { id: string };
    await eventually(async () => {
      expect((await tenant.api.get(`${MEMORIES}/${id}?tenantId=${tenant.tenantId}`)).status).toBe(404);
    });
    expect((await remove({ ids: [id] })).body.data).toEqual({ matched: 0, deleted: 0 });
    expect((await remove({ type: 'working', tags: ['a'] })).body.data).toEqual({ matched: 0, deleted: 0 });
  });

  it('needs write:memories', async () => {
    const reader = await newKey(tenant, ['read:memories']);
    const body = { tenantId: tenant.tenantId, filter: { type: 'task' } };
    for (const request of [body, { ...body, dryRun: true }]) {
      const response = await reader.post(`${MEMORIES}/delete`, request);
      expect([response.status, codeOf(response)]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
    expect(await contents()).toEqual(everything);
  });

  it('sent again with its Idempotency-Key deletes nothing again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await remove({ type: 'task' }, {}, key);
    await store([{ content: 'emil', type: 'task' }]);
    const again = await remove({ type: 'task' }, {}, key);
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await contents()).toEqual(['cleo', 'dora', 'emil']);
    const other = await remove({ type: 'event' }, {}, key);
    expect(other.body.errors[0]).toMatchObject({ code: 'VALIDATION_ERROR', field: 'Idempotency-Key' });
  });
});

describe('many memories', () => {
  it('are deleted before the answer up to 1,000', async () => {
    await store([...many(1_000), { content: 'kept', type: 'task' }]);
    const key = { 'idempotency-key': randomUUID() };
    const { status, body } = await remove({ tags: ['draft'] }, {}, key);
    expect([status, body.data]).toEqual([200, { matched: 1_000, deleted: 1_000 }]);
    const again = await remove({ tags: ['draft'] }, {}, key);
    expect([again.status, again.body.data]).toEqual([200, body.data]);
    expect([await contents(), await usage()]).toEqual([['kept'], [1, 'kept{}'.length]]);
  });

  it('become a job beyond that, which ends; what is stored after the request stays', async () => {
    await store([...many(1_200), { content: 'kept', type: 'task' }]);
    const dry = await remove({ tags: ['draft'] }, { dryRun: true });
    expect([dry.status, dry.body.data, await count()]).toEqual([200, { matched: 1_200, deleted: 0 }, 1_201]);
    const key = { 'idempotency-key': randomUUID() };
    const begun = await remove({ tags: ['draft'] }, {}, key);
    const { jobId } = begun.body.data as { jobId: string };
    expect([begun.status, begun.body.data]).toEqual([
      202,
      { matched: 1_200, deleted: 0, jobId: expect.stringMatching(/^job_/), status: 'running' },
    ]);
    await store([{ content: 'later', type: 'task', tags: ['draft'] }]);
    const again = await remove({ tags: ['draft'] }, {}, key);
    expect([again.status, again.body.data]).toEqual([202, begun.body.data]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const done = await ended(jobId);
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    expect(done).toEqual({
      ...{ id: jobId, kind: 'memories.delete', status: 'done', matched: 1_200, deleted: 1_200 },
      ...times,
    });
    expect([await contents(), await usage()]).toEqual([
      ['kept', 'later'],
      [2, 'kept{}'.length + 'later{}draft'.length],
    ]);
    const search = { query: 'draft 7', tenantId: tenant.tenantId, tags: ['draft'] };
    const found = await tenant.api.post(`${MEMORIES}/search`, search);
    expect(found.body.data.results).toMatchObject([{ content: 'later' }]);
  });

  it('keep a job to its tenant, and its ids to those that are known', async () => {
    await store(many(1_001));
    const { jobId } = (await remove({ type: 'task' })).body.data as { jobId: string };
    const other = await newTenant();
    const foreign = await other.api.get(`/api/v1/jobs/${jobId}?tenantId=${other.tenantId}`);
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    for (const id of [`job_${UNKNOWN}`, `mem_${UNKNOWN}`, 'nonsense']) {
      expect((await job(id)).status).toBe(404);
    }
    const reader = await newKey(tenant, ['read:memories']);
    const refused = await reader.get(`/api/v1/jobs/${jobId}?tenantId=${tenant.tenantId}`);
    expect(codeOf(refused)).toBe('INSUFFICIENT_SCOPE');
    expect((await tenant.api.get(`/api/v1/jobs/${jobId}`)).body.errors[0]?.field).toBe('tenantId');
    expect((await ended(jobId)).deleted).toBe(1_001);
  });
});
