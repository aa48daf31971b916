import { Api, newKey, newTenant, sharedServer, type TestTenant } from '../support/api.js';
import { routeTable } from '../support/route-table.js';

/** The feature of docs/extending.md, which the test server runs beside the service's own. */
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

  it('validates', async () => {
    for (const [text, more] of [
      ['', {}],
      [7, {}],
      ['x'.repeat(501), {}],
      ['good', { colour: 'red' }],
    ] as const) {
      const { status, body: answer } = await tenant.api.post(notes, { ...body(text), ...more });
      expect([status, answer.errors.map(({ code }) => code)]).toEqual([400, ['VALIDATION_ERROR']]);
    }
    expect((await tenant.api.get(list('&limit=101'))).body.errors[0]?.field).toBe('limit');
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
