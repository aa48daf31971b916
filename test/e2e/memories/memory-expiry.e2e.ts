import { randomUUID } from 'node:crypto';
import { MemoriesClient } from '../../support/client/memories-client.js';
import { createTestDatabase } from '../../support/database/test-database.js';
import { eventually } from '../../support/eventually.js';
import { sharedServer, type ApiResponse } from '../../support/service/api.js';
import { ServerProcess } from '../../support/service/server-process.js';
import { testVectors } from '../../support/vectors/test-qdrant.js';
import { verified, WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

declare const profile: 'embedded' | 'postgres';

const FAR = '2100-01-01T00:00:00.000Z';
const ZEBRA = {
  content: 'a zebra for a second',
  externalId: 'zebra',
  tags: ['short'],
  metadata: { kind: 'short', occurredAt: '2020-05-05' },
};
const SECOND = { ttlSeconds: 1 };
/** What leads to it alone. */
const FILTERS = [
  {},
  { type: 'semantic' },
  { tags: ['short'] },
  { tags: ['short'], type: 'semantic' },
  { metadata: { kind: 'short' } },
  { metadata: { kind: 'short' }, tags: ['short'] },
  { occurredFrom: '2020-05-05', occurredTo: '2020-05-05' },
];

/** Looks until it is gone: nothing else is waited for, and each read that follows must not show it. */
async function gone(memories: MemoriesClient, id: string): Promise<void> {
  await eventually(async () => expect((await memories.get(id)).status).toBe(404));
}

async function expectUnseen(memories: MemoriesClient, id: string): Promise<void> {
  for (const filter of FILTERS) expect([filter, await memories.meant(filter)]).toEqual([filter, []]);
  expect((await memories.list('externalId=zebra')).body.data.pagination.total).toBe(0);
  for (const sort of ['importance', 'updatedAt']) {
    expect((await memories.list(`sort=${sort}&order=asc`)).body.data.memories).toEqual([]);
  }
  const answers = [
    await memories.get(id),
    await memories.get(id, 'version=1'),
    await memories.history(id),
    await memories.named('zebra'),
    await memories.patch(id, { content: 'back' }),
    await memories.patch(id, { expiresAt: null }),
    await memories.remove(id),
    await memories.removeNamed('zebra'),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
}

describe('a memory that expires', () => {
  let memories: MemoriesClient;
  beforeEach(async () => {
    memories = await MemoriesClient.ofNewTenant();
  });
  const expiryOf = ({ body }: ApiResponse): unknown => body.data.expiresAt as unknown;

  it.each([
    ['2100-01-01', FAR],
    ['2100-01-01T01:00:00+01:00', FAR],
    [4_102_444_800, FAR],
    [4_102_444_800_000, FAR],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    [null, undefined],
  ])('may say when: %j', async (expiresAt, expected) => {
    const created = await memories.create({ expiresAt });
    expect([created.status, expiryOf(created)]).toEqual([201, expected]);
    expect(expiryOf(await memories.get(created.body.data.id))).toBe(expected);
    expect(expiryOf(await memories.put('a', { expiresAt }))).toBe(expected);
    await memories.bulk([{ content: 'x', type: 'task', externalId: 'b', expiresAt }]);
    await memories.import([{ content: 'x', type: 'task', externalId: 'c', expiresAt }]);
    const { body } = await memories.list('fields=expiresAt');
    expect(body.data.memories.map((each: { expiresAt: unknown }) => each.expiresAt)).toEqual(
      Array(4).fill(expected ?? null),
    );
    const other = await memories.created({ expiresAt: '2090-01-01' });
    const changed = await memories.patch(other, { expiresAt });
    expect([expiryOf(changed), changed.headers.get('etag')]).toEqual([expected, '"v2"']);
    expect(expiryOf(await memories.patch(other, { content: 'y' }))).toBe(expected);
  });

  it('may say for how long', async () => {
    const before = Date.now();
    const answers = [
      await memories.create({ ttlSeconds: 3_600 }),
      await memories.put('a', { ttlSeconds: 3_600 }),
      await memories.patch(await memories.created({}), { ttlSeconds: 3_600 }),
    ];
    for (const answer of answers) {
      const lasts = Date.parse(String(expiryOf(answer))) - before;
      expect([lasts >= 3_600_000, lasts < 3_660_000]).toEqual([true, true]);
    }
    expect((await memories.create({ ttlSeconds: 3_153_600_000 })).status).toBe(201);
    expect(expiryOf(await memories.patch(answers[0]!.body.data.id, { ttlSeconds: null }))).toBeUndefined();
    expect(expiryOf(await memories.put('a', {}))).toBeUndefined();
  });

  it.each<[Record<string, unknown>, string]>([
    [{ ttlSeconds: 0 }, 'ttlSeconds'],
    [{ ttlSeconds: -1 }, 'ttlSeconds'],
    [{ ttlSeconds: 1.5 }, 'ttlSeconds'],
    [{ ttlSeconds: '60' }, 'ttlSeconds'],
    [{ ttlSeconds: true }, 'ttlSeconds'],
    [{ ttlSeconds: 3_153_600_001 }, 'ttlSeconds'],
    [{ expiresAt: '2020-01-01' }, 'expiresAt'],
    [{ expiresAt: 0 }, 'expiresAt'],
    [{ expiresAt: 'soon' }, 'expiresAt'],
    [{ expiresAt: '' }, 'expiresAt'],
    [{ expiresAt: {} }, 'expiresAt'],
    [{ expiresAt: FAR, ttlSeconds: 60 }, 'ttlSeconds'],
    [{ expiresAt: null, ttlSeconds: null }, 'ttlSeconds'],
  ])('does not say %j', async (fields, field) => {
    const id = await memories.created({ content: 'kept' });
    const answers = [await memories.create(fields), await memories.put('a', fields), await memories.patch(id, fields)];
    for (const { status, body } of answers) {
      expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    }
    const bulk = await memories.bulk([{ content: 'x', type: 'task', ...fields }]);
    expect(bulk.body.data.results[0].errors[0].field).toBe(field);
    const imported = await memories.import([{ content: 'x', type: 'task', ...fields }]);
    expect(imported.body.data.errors[0]).toMatchObject({ line: 1, field });
    expect(await memories.meant({})).toEqual(['kept']);
    expect((await memories.get(id)).headers.get('etag')).toBe('"v1"');
  });

  it('is in no answer from its instant on', async () => {
    const id = await memories.created(ZEBRA);
    for (const filter of FILTERS) expect(await memories.meant(filter)).toEqual([ZEBRA.content]);
    await memories.patch(id, SECOND);
    await gone(memories, id);
    await expectUnseen(memories, id);
  });

  it('stays where its end was put off or lifted', async () => {
    const ttlSeconds = 3;
    const ids = [await memories.created({ ttlSeconds }), await memories.created({ ttlSeconds })];
    await memories.patch(ids[0]!, { ttlSeconds: 3_600 });
    await memories.patch(ids[1]!, { expiresAt: null });
    await gone(memories, await memories.created({ ttlSeconds }));
    await eventually(async () => expect((await memories.usage())[0]).toBe(2));
    expect((await memories.count()).body.data).toEqual({ count: 2 });
  });

  it('leaves its external id to the next one', async () => {
    const next: readonly (() => Promise<ApiResponse>)[] = [
      () => memories.create({ ...ZEBRA, ...SECOND }),
      () => memories.create({ ...ZEBRA, ...SECOND, type: 'task' }),
      () => memories.put('zebra', { content: 'put', ...SECOND }),
      () => memories.bulk([{ ...ZEBRA, ...SECOND, type: 'event' }], { onConflict: 'fail' }),
      () => memories.import([{ ...ZEBRA, ...SECOND, type: 'task' }], 'onConflict=fail'),
      () => memories.create({ ...ZEBRA, content: 'last' }),
    ];
    const answers: ApiResponse[] = [];
    for (const make of next) {
      await eventually(async () => expect((await memories.named('zebra')).status).toBe(404));
      answers.push(await make());
    }
    expect(answers.map(({ status, body }) => [status, body.data?.created as unknown])).toEqual([
      [201, undefined],
      [201, undefined],
      [201, undefined],
      [200, 1],
      [200, 1],
      [201, undefined],
    ]);
    expect((await memories.named('zebra')).body.data).toEqual(answers[5]!.body.data);
    await eventually(async () => expect((await memories.usage())[0]).toBe(1));
  });

  it('is deleted, gives back its room, and receivers learn why', async () => {
    const receiver = await WebhookReceiver.start();
    const secret = randomUUID();
    const events = ['memory.deleted'];
    await memories.api.post('/api/v1/webhooks', { name: 'deleted', url: receiver.url(), events, secret });
    const id = await memories.created(ZEBRA);
    await memories.patch(id, SECOND);
    const [request] = await receiver.requests(1);
    expect(verified(request!, secret)).toMatchObject({
      event: 'memory.deleted',
      data: { id, tenantId: memories.tenant.tenantId, deletedAt: expect.any(String), reason: 'expired' },
      metadata: { sequence: 3 },
    });
    expect(await memories.usage()).toEqual([0, 0]);
    const other = await memories.created({});
    await memories.remove(other);
    const [, second] = await receiver.requests(2);
    expect((verified(second!, secret) as { data: object }).data).not.toHaveProperty('reason');
    await receiver.close();
  });

  it('goes with hundreds of others', async () => {
    const items = Array.from({ length: 450 }, (_, i) => ({ content: `m${i}`, type: 'task', ...SECOND }));
    await memories.bulk(items);
    await memories.created({ content: 'kept', type: 'task' });
    await eventually(async () => expect(await memories.usage()).toEqual([1, 'kept{}'.length]));
    expect(await memories.meant({ type: 'task' })).toEqual(['kept']);
  });
});

describe('a memory whose time is over while nobody deletes it', () => {
  let server: ServerProcess;
  let memories: MemoriesClient;
  let cleanUp = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    const { env } = sharedServer();
    const plan = { WORKERS: 'off', DEFAULT_PLAN: 'enterprise' };
    const own = { ...plan, JWT_PUBLIC_KEY: env['JWT_PUBLIC_KEY'] ?? '', JWT_ISSUER: env['JWT_ISSUER'] ?? '' };
    if (profile === 'postgres') {
      const database = await createTestDatabase();
      const vectors = await testVectors(database);
      server = await ServerProcess.start({ ...database.env, ...vectors.env, ...own });
      cleanUp = async () => {
        await database.drop();
        await vectors.drop();
      };
    } else server = await ServerProcess.start(own);
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await cleanUp();
  });
  beforeEach(async () => {
    memories = await MemoriesClient.ofNewTenant({ ...sharedServer(), url: server.url });
  });

  it('is in no answer, although its room is not given back', async () => {
    const id = await memories.created(ZEBRA);
    const used = await memories.usage();
    await memories.patch(id, SECOND);
    await gone(memories, id);
    await expectUnseen(memories, id);
    expect(await memories.usage()).toEqual(used);
  });

  it('makes room for the next one with its external id', async () => {
    const id = await memories.created({ ...ZEBRA, ...SECOND });
    await gone(memories, id);
    const { status, body } = await memories.put('zebra', { content: 'new', type: 'task' });
    expect([status, body.data.id === id]).toEqual([201, false]);
    expect(await memories.usage()).toEqual([1, 'new{}'.length]);
    expect(await memories.meant({})).toEqual(['new']);
  });

  it('is none that another one can supersede, or be superseded by', async () => {
    const old = await memories.created({ content: 'old' });
    const id = await memories.created({ ...ZEBRA, metadata: { supersedes: old } });
    expect((await memories.get(old)).body.data.supersededBy).toBe(id);
    await memories.patch(id, SECOND);
    await gone(memories, id);
    expect((await memories.get(old)).body.data).not.toHaveProperty('supersededBy');
    for (const name of [id, 'zebra']) {
      const { status, body } = await memories.create({ externalId: 'new', metadata: { supersedes: name } });
      expect([status, body.errors[0]?.field]).toEqual([400, 'metadata.supersedes']);
    }
  });
});
