import { newTenant, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ReceiverProcess } from '../../support/webhooks/receiver-process.js';

const MEMORIES = '/api/v1/memories';

interface Told {
  readonly event: string;
  readonly data: Record<string, unknown>;
  readonly metadata: { readonly sequence: number; readonly request_id: string };
}

/** What a tenant's endpoint is told of, whatever changes. */
describe('events', () => {
  let receiver: ReceiverProcess;
  let tenant: TestTenant;
  const subscribe = async (behaviour: string, ...events: string[]): Promise<void> => {
    const body = { name: behaviour, url: receiver.url(behaviour), events, secret: 'not much of a secret' };
    expect((await tenant.api.post('/api/v1/webhooks', body)).status).toBe(201);
  };
  const told = async (behaviour = 'ok'): Promise<Told[]> =>
    (await receiver.received(behaviour)).map(({ body }) => JSON.parse(body) as Told);
  const toldOf = (names: string[]): Promise<Told[]> =>
    eventually(async () => {
      const events = await told();
      expect(events.map(({ event }) => event).sort()).toEqual([...names].sort());
      return events;
    }, 40_000);

  beforeEach(async () => {
    receiver = await ReceiverProcess.start();
    tenant = await newTenant();
  });
  afterEach(() => receiver.stop());

  it('tell of each change of a memory in its order, and of nothing that changed nothing', async () => {
    await subscribe('ok', 'memory.created', 'memory.updated', 'memory.deleted');
    const memory = { content: 'Anna prefers tea', type: 'semantic', tenantId: tenant.tenantId };
    const path = `${MEMORIES}/${(await tenant.api.post(MEMORIES, memory)).body.data.id as string}`;
    await tenant.api.patch(path, {});
    const patched = await tenant.api.patch(path, { content: 'Anna prefers coffee' });
    await tenant.api.delete(`${path}?tenantId=${tenant.tenantId}`);
    expect((await tenant.api.delete(`${path}?tenantId=${tenant.tenantId}`)).status).toBe(404);
    const events = await toldOf(['memory.created', 'memory.updated', 'memory.deleted']);
    const [created, updated, deleted] = events.sort((a, b) => a.metadata.sequence - b.metadata.sequence);
    expect([created, updated, deleted].map((event) => event?.metadata.sequence)).toEqual([1, 2, 3]);
    expect(updated).toMatchObject({
      data: { content: 'Anna prefers coffee' },
      metadata: { request_id: patched.body.metadata.request_id },
    });
    expect(Object.keys(deleted?.data ?? {}).sort()).toEqual(['deletedAt', 'id', 'tenantId']);
  });

  it('tell of every memory of a bulk request', async () => {
    await subscribe('ok', 'memory.created');
    const memories = ['one', 'two', 'three'].map((content) => ({ content, type: 'task' }));
    await tenant.api.post(`${MEMORIES}/bulk`, { tenantId: tenant.tenantId, memories });
    const events = await toldOf(['memory.created', 'memory.created', 'memory.created']);
    expect(events.map(({ data }) => data['content']).sort()).toEqual(['one', 'three', 'two']);
  });

  it('tell of every memory that a filter deletes', async () => {
    const memories = ['one', 'two', 'three'].map((content) => ({
      content,
      type: content === 'two' ? 'event' : 'task',
    }));
    const { tenantId, api } = tenant;
    const { results } = (await api.post(`${MEMORIES}/bulk`, { tenantId, memories })).body.data;
    await subscribe('ok', 'memory.deleted');
    const deleted = await api.post(`${MEMORIES}/delete`, { tenantId, filter: { type: 'task' } });
    const events = await toldOf(['memory.deleted', 'memory.deleted']);
    const ids = (results as { id: string }[]).map(({ id }) => id);
    expect(events.map(({ data }) => data['id']).sort()).toEqual([ids[0], ids[2]].sort());
    for (const { data, metadata } of events) {
      expect(Object.keys(data).sort()).toEqual(['deletedAt', 'id', 'tenantId']);
      expect(metadata).toMatchObject({ sequence: 2, request_id: deleted.body.metadata.request_id });
    }
  });

  it('tell of keys without what lets one call, and of a revocation once', async () => {
    await subscribe('ok', 'api_key.created', 'api_key.revoked');
    const key = { name: 'an assistant', tenantId: tenant.tenantId };
    const { id } = (await tenant.api.post('/api/v1/api-keys', key)).body.data as { id: string };
    for (let i = 0; i < 2; i++) {
      await tenant.api.post('/api/v1/api-keys/revoke', { keyId: id, tenantId: tenant.tenantId });
    }
    for (const { data } of await toldOf(['api_key.created', 'api_key.revoked'])) {
      expect(data).toMatchObject({ id, name: 'an assistant' });
      expect(data).not.toHaveProperty('plainKey');
    }
  });

  it('tell of searches', async () => {
    await subscribe('ok', 'search.performed');
    const search = { query: 'tea', tenantId: tenant.tenantId };
    expect((await tenant.api.post(`${MEMORIES}/search`, search)).status).toBe(200);
    const [event] = await toldOf(['search.performed']);
    expect(event?.data).toEqual({ ...search, resultCount: 0, latency: expect.any(Number) });
  });

  it('tell of what a feature of one’s own declares', async () => {
    await subscribe('ok', 'note.added');
    const memory = { content: 'Anna prefers tea', type: 'semantic', tenantId: tenant.tenantId };
    const { id } = (await tenant.api.post(MEMORIES, memory)).body.data as { id: string };
    await tenant.api.post(`${MEMORIES}/${id}/notes`, { text: 'Said so twice', tenantId: tenant.tenantId });
    const [event] = await toldOf(['note.added']);
    expect(event?.data).toMatchObject({ text: 'Said so twice', memoryId: id, tenantId: tenant.tenantId });
  });

  it('reach an endpoint that answers while another one of the tenant hangs', async () => {
    await subscribe('hang', 'memory.created');
    await subscribe('ok', 'memory.created');
    const memories = Array.from({ length: 60 }, (_, i) => ({ content: `note ${i}`, type: 'task' }));
    await tenant.api.post(`${MEMORIES}/bulk`, { tenantId: tenant.tenantId, memories });
    await eventually(async () => {
      expect(await told()).toHaveLength(60);
    }, 30_000);
    expect((await told('hang')).length).toBeLessThanOrEqual(10);
  });
});
