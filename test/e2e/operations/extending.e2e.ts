import { Api, newKey, newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { routeTable } from '../../support/service/route-table.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

/** The feature of docs/guides/extending.md, which the test server runs beside the service's own. */
describe('a feature of one’s own', () => {
  let tenant: TestTenant;
  let notes: string;
  const body = (text: unknown): object => ({ text, tenantId: tenant.tenantId });
  const list = (more = ''): string => `${notes}?tenantId=${tenant.tenantId}${more}`;

  beforeEach(async () => {
    tenant = await newTenant();
    const memory = { content: 'Anna prefers tea', type: 'semantic', tenantId: tenant.tenantId };
    const { data } = (await tenant.api.post('/api/v1/memories', memory)).body;
    notes = `/api/v1/memories/${(data as { id: string }).id}/notes`;
  });

  it('is reached by its routes, which the route walk covers', () => {
    const routes = routeTable().map(({ method, path }) => `${method} ${path}`);
    expect(routes).toEqual(
      expect.arrayContaining(['POST /api/v1/memories/:id/notes', 'GET /api/v1/memories/:id/notes']),
    );
  });

  it('stores and lists, in the envelope', async () => {
    const first = await tenant.api.post(notes, body('Said so twice'));
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ success: true, data: { text: 'Said so twice' }, metadata: { version: 'v1' } });
    expect(first.body.data.id).toMatch(/^note_[0-9a-z]{26}$/);
    const second = await tenant.api.post(notes, body('And on Monday again'));
    expect((await tenant.api.get(list())).body.data).toEqual({ notes: [second.body.data, first.body.data] });
    expect((await tenant.api.get(list('&limit=1'))).body.data).toEqual({ notes: [second.body.data] });
  });

  it.each([
    [{ text: '' }, ['text must be longer than or equal to 1 characters']],
    [{ text: 'x'.repeat(501) }, ['text must be shorter than or equal to 500 characters']],
    [
      { text: 7 },
      ['text must be longer than or equal to 1 and shorter than or equal to 500 characters', 'text must be a string'],
    ],
    [{ text: 'a\u0000b' }, ['text must not contain the NUL character']],
    [{ remindAt: 'soon' }, ['remindAt must be an ISO 8601 date, or date and time with a zone']],
    [{ colour: 'red' }, ['colour is not a field of this request']],
  ])('refuses %j', async (more, messages) => {
    const { status, body: answer } = await tenant.api.post(notes, { ...body('good'), ...more });
    expect([status, new Set(answer.errors.map(({ code }) => code))]).toEqual([400, new Set(['VALIDATION_ERROR'])]);
    expect(answer.errors.map(({ message }) => message)).toEqual(messages);
  });

  it.each(['101', '0', '1.5', 'x', ''])('refuses a limit of %j, by its name', async (limit) => {
    const { status, body: answer } = await tenant.api.get(list(`&limit=${limit}`));
    expect([status, answer.errors[0]?.code, answer.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'limit']);
  });

  it('publishes the fields that are declared with decorators, and what may be null', async () => {
    const { components } = (await (await fetch(`${sharedServer().url}/openapi.json`)).json()) as {
      components: { schemas: Record<string, { properties: object; required: string[] }> };
    };
    expect(components.schemas['CreateNote']).toMatchObject({
      required: ['text', 'tenantId'],
      properties: { text: { type: 'string', minLength: 1, maxLength: 500 } },
    });
    expect(components.schemas['Note']).toMatchObject({
      properties: { remindAt: { type: ['string', 'null'], format: 'date-time' } },
    });
  });

  it('reminds each tenant of its notes when they are due, once', async () => {
    const others = await newTenant();
    const memory = { content: 'Ben likes figs', type: 'semantic', tenantId: others.tenantId };
    const { id } = (await others.api.post('/api/v1/memories', memory)).body.data as { id: string };
    const receiver = await WebhookReceiver.start();
    for (const { api } of [tenant, others]) {
      const hook = { name: 'due', url: receiver.url(), events: ['note.due'], secret: 'not much of a secret' };
      await api.post('/api/v1/webhooks', hook);
    }
    const soon = new Date(Date.now() + 500).toISOString();
    const mine = await tenant.api.post(notes, { ...body('Call Anna'), remindAt: soon });
    expect(mine.body.data).toMatchObject({ text: 'Call Anna', remindAt: soon });
    await tenant.api.post(notes, { ...body('Never mind'), remindAt: '2999-01-01' });
    await tenant.api.post(notes, body('No hurry'));
    const theirs = { text: 'Call Ben', tenantId: others.tenantId, remindAt: soon };
    await others.api.post(`/api/v1/memories/${id}/notes`, theirs);
    await receiver.requests(2);
    const told = receiver.received.map(({ body: text }) => JSON.parse(text) as { data: Record<string, unknown> });
    expect(told.map(({ data }) => [data['tenantId'], data['text']]).sort()).toEqual(
      [
        [tenant.tenantId, 'Call Anna'],
        [others.tenantId, 'Call Ben'],
      ].sort(),
    );
    await receiver.close();
  });

  it('hears of new memories beside webhooks, which hear of them too', async () => {
    const receiver = await WebhookReceiver.start();
    const hook = { name: 'all', url: receiver.url(), events: ['memory.created'], secret: 'not much of a secret' };
    await tenant.api.post('/api/v1/webhooks', hook);
    const memory = { content: 'The roof leaks', type: 'task', tags: ['follow-up'], tenantId: tenant.tenantId };
    const { id } = (await tenant.api.post('/api/v1/memories', memory)).body.data as { id: string };
    await eventually(async () => {
      const { data } = (await tenant.api.get(`/api/v1/memories/${id}/notes?tenantId=${tenant.tenantId}`)).body;
      expect((data as { notes: object[] }).notes).toMatchObject([{ text: 'To follow up', remindAt: null }]);
      expect(receiver.received.filter(({ body: told }) => told.includes(id))).toHaveLength(1);
    }, 15_000);
    await receiver.close();
  });

  it('requires its own scopes, which keys can have', async () => {
    const reader = await newKey(tenant, ['read:notes']);
    const writer = await newKey(tenant, ['write:notes']);
    expect((await reader.get(list())).status).toBe(200);
    expect((await writer.post(notes, body('x'))).status).toBe(201);
    for (const refused of [await reader.post(notes, body('x')), await writer.get(list())]) {
      expect([refused.status, refused.body.errors[0]?.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });

  it('keeps tenants apart', async () => {
    const stranger = await newTenant();
    await tenant.api.post(notes, body('x'));
    const foreign = await stranger.api.get(list());
    expect([foreign.status, foreign.body.errors[0]?.code]).toEqual([403, 'TENANT_MISMATCH']);
    const own = await stranger.api.get(`${notes}?tenantId=${stranger.tenantId}`);
    expect([own.status, own.body.errors]).toEqual([404, [{ code: 'RESOURCE_NOT_FOUND', message: 'memory not found' }]]);
    expect((await new Api(sharedServer().url, undefined).get(list())).status).toBe(401);
  });

  it('loses its notes with their memory', async () => {
    await tenant.api.post(notes, body('x'));
    const memory = notes.replace('/notes', '');
    expect((await tenant.api.delete(`${memory}?tenantId=${tenant.tenantId}`)).status).toBe(200);
    expect((await tenant.api.get(list())).status).toBe(404);
  });
});
