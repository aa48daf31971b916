import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

describe('search', () => {
  let tenant: TestTenant;
  beforeEach(async () => {
    tenant = await newTenant();
  });
  const add = async (content: string, more: Record<string, unknown> = {}): Promise<string> => {
    const response = await tenant.api.post(MEMORIES, { content, type: 'semantic', tenantId: tenant.tenantId, ...more });
    expect(response.status).toBe(201);
    return response.body.data.id as string;
  };
  const search = (text: string, more: Record<string, unknown> = {}): Promise<ApiResponse> => {
    const { query, ...params } = { query: text, ...more };
    return recorded(tenant, ({ memories }) => memories.search(query, asIs(params)));
  };
  const found = (response: ApiResponse): string[] =>
    response.body.data.results.map((result: { id: string }) => result.id);

  it('finds a memory the moment its create has answered, by meaning and not by its words', async () => {
    await add('The invoice for the new laptops is due on Friday');
    const dog = await add('Rex chewed up my slippers again');
    const { status, body } = await search('what did the puppy destroy?');
    expect(status).toBe(200);
    expect(body.data.results[0].id).toBe(dog);
    expect(Object.keys(body.data.results[0])).toEqual([
      'id',
      'content',
      'type',
      'relevance',
      'importance',
      'createdAt',
    ]);
    expect(body.data.query).toBe('what did the puppy destroy?');
    expect(body.data.latency).toBeGreaterThan(0);
  });

  it('orders by relevance in [0, 1]', async () => {
    for (const text of [
      'Paris is the capital of France',
      'France borders Spain',
      'I like cheese',
      'The meeting is at nine',
    ])
      await add(text);
    const relevance = (await search('capital city of France')).body.data.results.map(
      (r: { relevance: number }) => r.relevance,
    );
    expect(relevance).toEqual([...relevance].sort((a, b) => b - a));
    expect(Math.max(...relevance)).toBeLessThanOrEqual(1);
    expect(Math.min(...relevance)).toBeGreaterThanOrEqual(0);
  });

  it('follows a patch at once', async () => {
    const id = await add('The password manager is called Vault');
    await add('Something else entirely');
    await tenant.api.patch(`${MEMORIES}/${id}`, { content: 'Grandmother bakes a plum cake with cinnamon' });
    expect(found(await search('family dessert recipe with fruit'))[0]).toBe(id);
  });

  it('never shows what was deleted', async () => {
    const id = await add('The safe opens with seven turns to the left');
    await tenant.api.delete(`${MEMORIES}/${id}?tenantId=${tenant.tenantId}`);
    expect(found(await search('how does the safe open'))).not.toContain(id);
  });

  it('finds a fact at character 9,500', async () => {
    const filler = 'The committee discussed the agenda and the minutes of the last session at some length. ';
    const long =
      `${filler.repeat(110).slice(0, 9_500)} The spare key hangs behind the blue mirror. ${filler.repeat(3)}`.slice(
        0,
        10_000,
      );
    const id = await add(long);
    for (let i = 0; i < 5; i++) await add(`The committee discussed item ${i} of the agenda`);
    expect(found(await search('where is the spare key?'))[0]).toBe(id);
  });

  it('filters by type, tags and date', async () => {
    const a = await add('green tea in the morning', { type: 'episodic', tags: ['tea', 'morning'] });
    const b = await add('black tea in the evening', { type: 'semantic', tags: ['tea', 'evening'] });
    expect(found(await search('tea', { type: 'episodic' }))).toEqual([a]);
    expect(found(await search('tea', { tags: ['tea', 'evening'] }))).toEqual([b]);
    expect(new Set(found(await search('tea', { tags: ['morning', 'evening'], tagsMode: 'any' })))).toEqual(
      new Set([a, b]),
    );
    expect(found(await search('tea', { createdTo: '2000-01-01' }))).toEqual([]);
    expect(found(await search('tea', { createdFrom: '2000-01-01' }))).toHaveLength(2);
  });

  it('leaves out what is less relevant than minRelevance, and keeps to the limit', async () => {
    for (let i = 0; i < 30; i++) await add(`note number ${i} about gardening`);
    expect(found(await search('gardening'))).toHaveLength(20);
    expect(found(await search('gardening', { limit: 3 }))).toHaveLength(3);
    const results = (await search('gardening', { minRelevance: 0.3 })).body.data.results as { relevance: number }[];
    expect(results.every((result) => result.relevance >= 0.3)).toBe(true);
    expect(found(await search('gardening', { minRelevance: 1 }))).toEqual([]);
  });

  it('adds fields that are asked for', async () => {
    await add('tea', { tags: ['t'], metadata: { k: 1 } });
    const { body } = await search('tea', { fields: ['tags', 'metadata'] });
    expect(body.data.results[0]).toMatchObject({ tags: ['t'], metadata: { k: 1 } });
  });

  it.each([
    ['only stop words', 'the of and a'],
    ['only punctuation', '?!… ---'],
    ['an emoji', '🍵'],
    ['another script', 'де ключ від сейфу?'],
    ['Japanese', '鍵はどこですか'],
    ['2,000 characters', 'tea '.repeat(500)],
  ])('answers a query of %s', async (_, query) => {
    await add('The key lies in the drawer');
    const { status, body } = await search(query);
    expect(status).toBe(200);
    expect(body.data.query).toBe(query);
  });

  it('finds text of another script by its words', async () => {
    const id = await add('Ключ від сейфу лежить у шухляді');
    await add('Die Quittung liegt im Ordner');
    expect(found(await search('ключ сейфу'))[0]).toBe(id);
  });

  it.each([
    ['an empty query', { query: '' }, 'query'],
    ['2,001 characters', { query: 'x'.repeat(2_001) }, 'query'],
    ['limit 0', { limit: 0 }, 'limit'],
    ['limit 101', { limit: 101 }, 'limit'],
    ['a limit as text', { limit: '5' }, 'limit'],
    ['minRelevance 1.1', { minRelevance: 1.1 }, 'minRelevance'],
    ['a type that is none', { type: 'dream' }, 'type'],
    ['an unknown field', { page: 2 }, 'page'],
  ])('refuses %s', async (_, more, field) => {
    const { status, body } = await search('tea', more);
    expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('shows nothing of another tenant', async () => {
    await add('The combination is 4-8-15');
    const stranger = await newTenant();
    const answer = await stranger.api.post(`${MEMORIES}/search`, { query: 'combination', tenantId: stranger.tenantId });
    expect(answer.body.data.results).toEqual([]);
  });
});
