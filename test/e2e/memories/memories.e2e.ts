import { newTenant, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';
const UNKNOWN = 'mem_01h455vb4pex5vsknk084sn02q';

describe('memories', () => {
  let tenant: TestTenant;
  const create = async (more: Record<string, unknown> = {}): Promise<{ id: string; etag: string }> => {
    const body = { content: 'Anna prefers tea', type: 'semantic', tenantId: tenant.tenantId, ...more };
    const response = await tenant.api.post(MEMORIES, body);
    expect(response.status).toBe(201);
    return { id: (response.body.data as { id: string }).id, etag: response.headers.get('etag') ?? '' };
  };
  const one = (id: string): string => `${MEMORIES}/${id}?tenantId=${tenant.tenantId}`;

  beforeEach(async () => {
    tenant = await newTenant();
  });

  it('are created with all fields and read back the same', async () => {
    const sent = {
      content: 'Tea, not coffee ☕ 👩‍🚀',
      type: 'semantic',
      importance: 0.7,
      tags: ['b', 'a', 'b'],
      metadata: { z: 1, a: { constructor: 'kept', list: [1, 'two', null] }, prototype: true },
    };
    const created = await tenant.api.post(MEMORIES, { ...sent, tenantId: tenant.tenantId });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({ ...sent, tags: ['b', 'a'], tenantId: tenant.tenantId });
    expect(created.body.data.id).toMatch(/^mem_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(created.body.data.createdAt).toBe(created.body.data.updatedAt);

    const read = await tenant.api.get(one(created.body.data.id));
    expect(read.status).toBe(200);
    expect(read.body.data).toEqual(created.body.data);
    expect(Object.keys(read.body.data.metadata)).toEqual(['z', 'a', 'prototype']);
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
  });

  it('take defaults where fields are left out', async () => {
    const { id } = await create();
    const { body } = await tenant.api.get(one(id));
    expect(body.data).toMatchObject({ importance: 0.5, tags: [], metadata: {} });
  });

  it('change only in the fields that a patch names', async () => {
    const { id, etag } = await create({ tags: ['x'], metadata: { k: 1 } });
    const patched = await tenant.api.patch(`${MEMORIES}/${id}`, { tags: ['y'], importance: 1 });
    expect(patched.status).toBe(200);
    expect(patched.body.data).toMatchObject({
      content: 'Anna prefers tea',
      tags: ['y'],
      importance: 1,
      metadata: { k: 1 },
    });
    expect(Date.parse(patched.body.data.updatedAt)).toBeGreaterThan(Date.parse(patched.body.data.createdAt));
    expect(patched.headers.get('etag')).not.toBe(etag);
    expect((await tenant.api.get(one(id))).body.data).toEqual(patched.body.data);
  });

  it('stay as they are after an empty patch', async () => {
    const { id, etag } = await create();
    const before = await tenant.api.get(one(id));
    const patched = await tenant.api.patch(`${MEMORIES}/${id}`, {});
    expect([patched.status, patched.headers.get('etag')]).toEqual([200, etag]);
    expect(patched.body.data).toEqual(before.body.data);
  });

  it('are kept apart where many come at once', async () => {
    const contents = Array.from({ length: 24 }, (_, i) => `note ${i} of a busy minute`);
    const made = await Promise.all(
      contents.map((content) => tenant.api.post(MEMORIES, { content, type: 'task', tenantId: tenant.tenantId })),
    );
    expect(made.map(({ status, body }) => [status, body.data.content])).toEqual(contents.map((each) => [201, each]));
    const ids = made.map(({ body }) => body.data.id as string);
    expect(new Set(ids).size).toBe(24);
    const found = await tenant.api.post(`${MEMORIES}/search`, {
      query: 'note 17 of a busy minute',
      tenantId: tenant.tenantId,
    });
    expect(found.body.data.results[0].id).toBe(ids[17]);
  });

  it('keep both of two patches at once on different fields', async () => {
    const { id } = await create();
    const patches = [{ importance: 0.1 }, { tags: ['t'] }, { metadata: { m: 1 } }, { content: 'Anna prefers water' }];
    const answers = await Promise.all(patches.map((patch) => tenant.api.patch(`${MEMORIES}/${id}`, patch)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect((await tenant.api.get(one(id))).body.data).toMatchObject(Object.assign({}, ...patches));
  });

  it('let only one of two patches through that name the same version', async () => {
    const { id, etag } = await create();
    const send = (importance: number): ReturnType<typeof tenant.api.patch> =>
      tenant.api.patch(`${MEMORIES}/${id}`, { importance }, { headers: { 'if-match': etag } });
    const answers = await Promise.all([send(0.1), send(0.2)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412]);
    expect(answers.find((answer) => answer.status === 412)?.body.errors[0]?.code).toBe('PRECONDITION_FAILED');
  });

  it('refuse an If-Match that is no entity tag, and one that no version has', async () => {
    const { id } = await create();
    const send = (tag: string): ReturnType<typeof tenant.api.patch> =>
      tenant.api.patch(`${MEMORIES}/${id}`, { importance: 0 }, { headers: { 'if-match': tag } });
    expect((await send('v1')).body.errors).toMatchObject([{ code: 'VALIDATION_ERROR', field: 'If-Match' }]);
    // Compared as they are written: another spelling of the same number is another tag, and so is a weak one.
    for (const tag of ['"other"', '"v001"', '"v01"', '"V1"', '"v1.0"', '"v+1"', 'W/"v1"', '"v0"', '""']) {
      expect([tag, (await send(tag)).status]).toEqual([tag, 412]);
    }
    for (const list of ['"v1", "v2"', '"v1","v1"', 'W/"v1', '*, "v1"', '"v1 "']) {
      expect([list, (await send(list)).body.errors[0]?.field]).toEqual([list, 'If-Match']);
    }
    expect((await send(' "v1" ')).status).toBe(200);
    expect((await send('*')).status).toBe(200);
  });

  it('are gone after a delete, once', async () => {
    const { id } = await create();
    const gone = await tenant.api.delete(one(id));
    expect([gone.status, gone.body.data]).toEqual([200, { id, deleted: true }]);
    expect((await tenant.api.get(one(id))).status).toBe(404);
    expect((await tenant.api.delete(one(id))).status).toBe(404);
    expect((await tenant.api.patch(`${MEMORIES}/${id}`, { importance: 1 })).status).toBe(404);
  });

  it('are deleted without saying whose they are, as the credential does', async () => {
    const { id } = await create();
    const stranger = await newTenant();
    expect((await stranger.api.delete(`${MEMORIES}/${id}`)).status).toBe(404);
    expect((await tenant.api.delete(`${MEMORIES}/${id}`)).status).toBe(200);
  });

  it('are deleted only in the version that If-Match names', async () => {
    const { id, etag } = await create();
    await tenant.api.patch(`${MEMORIES}/${id}`, { importance: 1 });
    expect((await tenant.api.delete(one(id), { headers: { 'if-match': etag } })).status).toBe(412);
    expect((await tenant.api.get(one(id))).status).toBe(200);
  });

  it('answer alike for an id that is unknown, malformed, of another kind or of another tenant', async () => {
    const stranger = await newTenant();
    const { id } = await create();
    const ids = [
      UNKNOWN,
      'nonsense',
      'x'.repeat(3_000),
      id.toUpperCase(),
      id.replace('mem_', 'key_'),
      `${id}0`,
      encodeURIComponent('mem_é'),
    ];
    const answers = await Promise.all(ids.map((each) => tenant.api.get(one(each))));
    answers.push(await stranger.api.get(`${MEMORIES}/${id}?tenantId=${stranger.tenantId}`));
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.errors).toEqual([{ code: 'RESOURCE_NOT_FOUND', message: 'memory not found' }]);
    }
  });
});
