import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { newTenant, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

interface Result {
  readonly id: string;
  readonly content: string;
  readonly relevance: number;
  readonly copies?: number;
  readonly supersededBy?: string;
}

describe('a search that finds the same twice', () => {
  let tenant: TestTenant;
  beforeEach(async () => {
    tenant = await newTenant();
  });
  const add = async (content: string, metadata: Record<string, unknown> = {}): Promise<string> => {
    const memory = { content, type: 'semantic', tenantId: tenant.tenantId, metadata };
    const response = await tenant.api.post(MEMORIES, memory);
    expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 201, errors: undefined });
    return response.body.data.id as string;
  };
  const search = async (query: string, more: Record<string, unknown> = {}): Promise<Result[]> => {
    const { status, body } = await recorded(tenant, ({ memories }) => memories.search(query, asIs(more)));
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    return body.data.results as Result[];
  };
  const others = async (): Promise<void> => {
    for (const text of ['The office is on the third floor', 'Lunch is at noon', 'The printer needs paper'])
      await add(text);
  };
  const query = 'what is Ben allergic to?';
  const fact = 'Ben is allergic to penicillin';

  it('shows the latest of the copies of a memory, in one place of the page, and how many there are', async () => {
    await others();
    await add(fact, { occurredAt: '2026-03-02' });
    const latest = await add(fact, { occurredAt: '2026-03-18' });
    await add(fact, { occurredAt: '2025-03-18' });
    const results = await search(query, { fields: ['copies'], limit: 4 });
    expect(results).toHaveLength(4);
    expect(results[0]).toMatchObject({ id: latest, copies: 3 });
    expect(results.slice(1).map(({ copies }) => copies)).toEqual([1, 1, 1]);
  });

  it('shows the latest where an earlier one stands beside another answer in its session', async () => {
    await others();
    await add(fact, { sessionId: 'visit' });
    await add(query, { sessionId: 'visit' });
    // They fit better than the fact alone, so with a limit of 2 the latest copy is not among the records that are read first.
    for (let i = 0; i < 5; i++) await add(`What is Ben allergic to, nut ${i}?`);
    const latest = await add(fact, { sessionId: 'call' });
    for (const limit of [2, 20]) {
      const results = await search(query, { fields: ['copies'], limit });
      expect(results.find(({ content }) => content === fact)).toMatchObject({ id: latest, copies: 2 });
    }
  });

  it('shows them all where it is asked to', async () => {
    const ids = [await add(fact), await add(fact)];
    expect((await search(query, { collapse: 'none' })).map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect((await search(query))[0]).not.toHaveProperty('copies');
  });

  it('fills the page from behind where there are many copies', async () => {
    await others();
    for (let i = 0; i < 30; i++) await add(fact);
    expect(await search(query, { limit: 3 })).toHaveLength(3);
  });

  it('finds the latest copy and what else there is behind more copies than are looked at first', async () => {
    const lines = Array.from({ length: 151 }, (_, i) => ({
      content: 'The wifi password is swordfish',
      metadata: { occurredAt: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString() },
    }));
    const other = 'The wifi network is named Otter';
    const memories = [...lines, { content: other }].map((line) => ({ type: 'semantic', ...line }));
    const { body } = await tenant.api.post(`${MEMORIES}/bulk`, { tenantId: tenant.tenantId, memories });
    const results = await search('what is the wifi password?', { fields: ['copies'] });
    expect(results).toMatchObject([{ id: body.data.results[150].id as string, copies: 151 }, { content: other }]);
  });

  it.each([1, 3])('shows the latest of many that fit equally, where %p are shown', async (limit) => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push(await add('My favourite dish is lentil soup', { speaker: `Speaker ${i}` }));
    const results = await search('favourite dish', { limit });
    expect(results.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, limit));
  });

  it('takes the same words of two speakers for two memories', async () => {
    for (const speaker of ['Nadia', 'Oskar']) await add('My favourite dish is lentil soup', { speaker });
    expect(await search('favourite dish')).toHaveLength(2);
  });

  it('is as sure of a fact that is stored often as of one that is stored once', async () => {
    await others();
    await add(fact);
    const [once] = await search(query);
    for (let i = 0; i < 9; i++) await add(fact);
    const [often] = await search(query);
    expect(often?.relevance).toBeGreaterThan(0.6 * (once?.relevance ?? 1));
  });

  it('puts what is superseded behind what supersedes it, and says so', async () => {
    await others();
    const old = await add('Ben lives in Porto, in Rua do Sol');
    const moved = await add('Ben has moved to an apartment in Lisbon', { supersedes: old });
    const again = await add('Ben now has a house in Braga', { supersedes: [moved] });
    const results = await search('where in Porto does Ben live?');
    const places = [again, moved, old].map((id) => results.findIndex((each) => each.id === id));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(results.find(({ id }) => id === old)?.supersededBy).toBe(moved);
    expect(results.find(({ id }) => id === again)).not.toHaveProperty('supersededBy');
    const relevance = results.map((each) => each.relevance);
    expect(relevance).toEqual([...relevance].sort((a, b) => b - a));
  });

  it('puts a long chain in its order, and takes its last one for as good an answer as the first', async () => {
    await others();
    const ids: string[] = [];
    for (const shade of [8, 77, 1, 60, 5]) {
      ids.push(await add(`The flag has shade number ${shade}`, ids.length === 0 ? {} : { supersedes: ids.at(-1) }));
    }
    const results = await search('which shade does the flag have, number 8?', { minRelevance: 0.1 });
    expect(results.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(results.map(({ supersededBy }) => supersededBy)).toEqual([undefined, ...ids.slice(1).toReversed()]);
    expect((await search('which shade does the flag have, number 8?', { limit: 1 }))[0]?.id).toBe(ids[4]);
  });

  it.each(['copies', 'none'])(
    'takes every copy for superseded, and any copy for what supersedes it (%p)',
    async (collapse) => {
      await others();
      const old = await add('Rita plays the cello in the orchestra');
      await add('Rita plays the cello in the orchestra');
      const now = await add('Rita plays viola', { supersedes: old });
      await add('Rita plays viola');
      const results = await search('what does Rita play in the orchestra?', { collapse, minRelevance: 0.2 });
      const cello = results.filter(({ content }) => content.includes('cello'));
      expect(results[0]?.content).toBe('Rita plays viola');
      expect(cello).toHaveLength(collapse === 'none' ? 2 : 1);
      expect(cello.every(({ supersededBy }) => supersededBy !== undefined)).toBe(true);
      expect(results.some(({ id }) => id === now)).toBe(collapse === 'none');
    },
  );

  it('knows what is superseded by the id of the client, and loses nothing in a circle', async () => {
    const lines = [
      { content: 'Ben lives in Porto', externalId: 'a', metadata: { supersedes: 'b' } },
      { content: 'Ben lives in Lisbon', externalId: 'b', metadata: { supersedes: 'a' } },
    ];
    const rawBody = lines.map((line) => JSON.stringify({ type: 'semantic', ...line })).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const path = `${MEMORIES}/import?tenantId=${tenant.tenantId}`;
    expect((await tenant.api.send('POST', path, { rawBody, headers })).status).toBe(200);
    const results = await search('where does Ben live?');
    expect(results).toHaveLength(2);
    expect(results.every(({ supersededBy }) => supersededBy !== undefined)).toBe(true);
  });

  it.each(['duplicates', true, ''])('refuses to collapse %p', async (collapse) => {
    const body = { query, tenantId: tenant.tenantId, collapse };
    const { status, body: answer } = await tenant.api.post(`${MEMORIES}/search`, body);
    expect({ status, message: answer.errors[0]?.message }).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^collapse must be/) as string,
    });
  });
});
