import { newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';
const COUNT = 25;

describe('lists of memories', () => {
  let tenant: TestTenant;
  const list = (query = ''): Promise<ApiResponse> => tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&${query}`);
  const ids = (response: ApiResponse): string[] =>
    response.body.data.memories.map((memory: { id: string }) => memory.id);

  beforeAll(async () => {
    tenant = await newTenant();
    for (let i = 0; i < COUNT; i++) {
      const body = {
        content: `memory ${i}`,
        type: i % 2 === 0 ? 'task' : 'event',
        importance: (i % 5) / 5,
        tags: [i % 2 === 0 ? 'even' : 'odd', ...(i % 3 === 0 ? ['third'] : [])],
        metadata: { i },
        tenantId: tenant.tenantId,
      };
      await tenant.api.post(MEMORIES, body);
    }
  });

  it('hold exactly the fields of the interface, newest first, with an exact total', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(Object.keys(body.data.memories[0])).toEqual(['id', 'content', 'type', 'importance', 'createdAt']);
    expect(body.data.memories[0].content).toBe(`memory ${COUNT - 1}`);
    expect(body.data.pagination).toEqual({
      page: 1,
      limit: 50,
      total: COUNT,
      pages: 1,
      hasNext: false,
      hasPrevious: false,
    });
  });

  it.each(['tag=%ff', 'tag=%zz', 'tags=cafe%CC', 'tag=%'])('refuse %s, which is no text', async (query) => {
    const { status, body } = await list(query);
    const message = 'the query must be percent-encoded UTF-8';
    expect([status, body.errors]).toEqual([400, [{ code: 'VALIDATION_ERROR', message }]]);
  });

  it('add fields that are asked for', async () => {
    const { body } = await list('limit=1&fields=tags,metadata,updatedAt');
    expect(body.data.memories[0]).toMatchObject({
      tags: ['even', 'third'],
      metadata: { i: 24 },
      updatedAt: expect.any(String),
    });
  });

  it.each(['createdAt', 'importance', 'updatedAt'])(
    'sorted by %s never repeat or miss a memory, page by page',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page) => list(`sort=${sort}&order=${order}&limit=7&page=${page}`)),
        );
        expect(new Set(pages.flatMap(ids)).size).toBe(COUNT);
        const values = pages.flatMap((page) =>
          page.body.data.memories.map((memory: Record<string, unknown>) => memory[sort]),
        );
        if (sort !== 'updatedAt')
          expect(values).toEqual([...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (order === 'asc' ? 1 : -1)));
      }
    },
  );

  it.each(['createdAt', 'importance'])('sorted by %s are the same by cursor as by page', async (sort) => {
    const byPage = await Promise.all([1, 2, 3].map((page) => list(`sort=${sort}&limit=10&page=${page}`)));
    let next = await list(`sort=${sort}&limit=10`);
    const byCursor = [next];
    while (next.body.data.pagination.nextCursor !== undefined) {
      next = await list(`limit=10&cursor=${next.body.data.pagination.nextCursor as string}`);
      byCursor.push(next);
    }
    expect(byCursor.map(ids)).toEqual(byPage.map(ids));
    expect(byCursor.map((page) => page.body.data.pagination.page)).toEqual([1, 2, 3]);
    expect(byCursor.at(-1)?.body.data.pagination).toMatchObject({ hasNext: false, hasPrevious: true, total: COUNT });
  });

  it('refuse a cursor beside what it already says', async () => {
    const first = await list('limit=10');
    const cursor = first.body.data.pagination.nextCursor as string;
    expect((await list(`cursor=${cursor}&page=2`)).body.errors[0]?.field).toBe('page');
    expect((await list(`cursor=${cursor}&sort=importance`)).body.errors[0]?.field).toBe('sort');
  });

  const cursorOf = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const someId = '01900000-0000-7000-8000-000000000000';

  it.each([
    ['an id of hyphens', cursorOf('createdAt', 'asc', 2, '2026-01-01T00:00:00.000Z', '-'.repeat(36))],
    ['a day before all days', cursorOf('createdAt', 'asc', 2, '-271821-04-20T00:00:00.000Z', someId)],
    ['a year of no calendar', cursorOf('createdAt', 'asc', 2, '0000-01-01T00:00:00.000Z', someId)],
    ['a day in other words', cursorOf('createdAt', 'asc', 2, '2026', someId)],
    ['an importance of none', cursorOf('importance', 'asc', 2, 7, someId)],
    ['a first page', cursorOf('createdAt', 'asc', 1, '2026-01-01T00:00:00.000Z', someId)],
    ['too little', cursorOf('createdAt')],
    ['no list', Buffer.from('{}').toString('base64url')],
  ])('refuse a cursor with %s', async (_, cursor) => {
    const { status, body } = await list(`cursor=${cursor}`);
    expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'cursor']);
  });

  it.each([
    ['type=task', 13],
    ['tags=even', 13],
    ['tags=even,third', 5],
    ['tags=even,third&tagsMode=any', 17],
    ['type=event&tags=third', 4],
    ['tags=unknown', 0],
    ['createdFrom=2000-01-01', COUNT],
    ['createdTo=2000-01-01T00:00:00Z', 0],
  ])('filtered by %s know their exact total', async (query, total) => {
    const { body } = await list(query);
    expect(body.data.pagination.total).toBe(total);
    expect(body.data.memories).toHaveLength(total);
  });

  it('beyond the last page are empty', async () => {
    const { status, body } = await list('page=1000');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ memories: [], pagination: { page: 1000, hasNext: false, hasPrevious: true } });
  });

  it('count down with each delete and follow changed tags', async () => {
    const own = await newTenant();
    const body = { content: 'x', type: 'task', tags: ['a'], tenantId: own.tenantId };
    const created = await Promise.all([0, 1, 2].map(() => own.api.post(MEMORIES, body)));
    const [first, second] = created.map((response) => response.body.data.id as string);
    await own.api.delete(`${MEMORIES}/${first}?tenantId=${own.tenantId}`);
    await own.api.patch(`${MEMORIES}/${second}`, { tags: ['b'] });
    const total = async (query: string): Promise<number> =>
      (await own.api.get(`${MEMORIES}?tenantId=${own.tenantId}${query}`)).body.data.pagination.total as number;
    expect([await total(''), await total('&type=task'), await total('&tags=a'), await total('&tags=b')]).toEqual([
      2, 2, 1, 1,
    ]);
  });

  it('by cursor reach the end although each page is deleted meanwhile', async () => {
    const own = await newTenant();
    const body = { content: 'x', type: 'task', tenantId: own.tenantId };
    for (let i = 0; i < 9; i++) await own.api.post(MEMORIES, body);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await own.api.get(`${MEMORIES}?tenantId=${own.tenantId}&limit=2${cursor}`);
      for (const id of ids(page)) {
        seen.push(id);
        await own.api.delete(`${MEMORIES}/${id}?tenantId=${own.tenantId}`);
      }
      const { hasNext, nextCursor } = page.body.data.pagination as { hasNext: boolean; nextCursor?: string };
      expect(hasNext).toBe(nextCursor !== undefined);
      cursor = nextCursor === undefined ? '' : `&cursor=${nextCursor}`;
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(9);
  });
});
