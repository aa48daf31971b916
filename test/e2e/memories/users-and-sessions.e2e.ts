import { eventually } from '../../support/eventually.js';
import { newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

interface Result {
  readonly id: string;
  readonly content: string;
  readonly supersededBy?: string;
}

/** docs/guides/users-and-sessions.md, as an assistant lives it: one tenant, three end users. */
describe('an assistant with three end users', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });

  const remember = async (userId: string, content: string, more: Record<string, unknown> = {}): Promise<string> => {
    const { metadata = {}, type = 'semantic', ...rest } = more as { metadata?: object; type?: string };
    const body = { content, type, tenantId: tenant.tenantId, metadata: { userId, ...metadata }, ...rest };
    const { status, body: answer } = await tenant.api.post(MEMORIES, body);
    expect(status).toBe(201);
    return answer.data.id as string;
  };
  const ask = async (userId: string, query: string, more: Record<string, unknown> = {}): Promise<Result[]> => {
    const body = { query, tenantId: tenant.tenantId, metadata: { userId }, ...more };
    const { status, body: answer } = await tenant.api.post(`${MEMORIES}/search`, body);
    expect(status).toBe(200);
    return answer.data.results as Result[];
  };
  const of = (userId: string): string => `tenantId=${tenant.tenantId}&metadata.userId=${userId}`;
  const count = async (userId: string): Promise<number> =>
    (await tenant.api.get(`${MEMORIES}/count?${of(userId)}`)).body.data.count as number;
  const listed = (userId: string, more = ''): Promise<ApiResponse> =>
    tenant.api.get(`${MEMORIES}?${of(userId)}&limit=100${more}`);
  const contents = (results: readonly { readonly content: string }[]): string[] => results.map((one) => one.content);

  it('remembers, corrects, lets expire, forgets one of them wholly, and answers the others as before', async () => {
    // Remembers: the same question has another answer for each of them.
    await remember('anna', 'Anna drinks her coffee black', { metadata: { sessionId: 'a1' } });
    await remember('anna', 'Anna works in Porto', { metadata: { sessionId: 'a2' } });
    await remember('ben', 'Ben drinks his coffee with oat milk', { metadata: { sessionId: 'b1' } });
    await remember('ben', 'Ben is allergic to peanuts', { externalId: 'ben/allergies', type: 'identity' });
    await remember('cleo', 'Cleo drinks no coffee, only tea', { metadata: { sessionId: 'c1', agentId: 'barista' } });
    for (const [userId, answer] of [
      ['anna', 'Anna drinks her coffee black'],
      ['ben', 'Ben drinks his coffee with oat milk'],
      ['cleo', 'Cleo drinks no coffee, only tea'],
    ] as const) {
      const found = contents(await ask(userId, 'how does she or he take the coffee?'));
      expect(found[0]).toBe(answer);
      expect(found.every((content) => content.toLowerCase().startsWith(userId))).toBe(true);
    }
    expect(contents(await ask('anna', 'coffee', { metadata: { userId: 'anna', sessionId: 'a2' } }))).toEqual([
      'Anna works in Porto',
    ]);
    const before = { anna: await ask('anna', 'coffee'), cleo: await ask('cleo', 'coffee') };

    // Corrects what was wrong, by its own id; the history keeps what it said.
    const put = await tenant.api.send('PUT', `${MEMORIES}/by-external-id/ben%2Fallergies`, {
      body: { content: 'Ben is allergic to hazelnuts, not to peanuts', type: 'identity', metadata: { userId: 'ben' } },
    });
    expect(put.status).toBe(200);
    const { versions } = (
      await tenant.api.get(`${MEMORIES}/${put.body.data.id as string}/history?tenantId=${tenant.tenantId}`)
    ).body.data as { versions: { content: string }[] };
    expect(contents(versions)).toEqual(['Ben is allergic to hazelnuts, not to peanuts', 'Ben is allergic to peanuts']);

    // Corrects what is no longer true: the older one stays behind the newer one.
    const [porto] = await ask('anna', 'where does Anna work?');
    const braga = await remember('anna', 'Anna works in Braga since June', { metadata: { supersedes: porto?.id } });
    const where = await ask('anna', 'where does Anna work?');
    expect(where.slice(0, 2)).toMatchObject([
      { id: braga, content: 'Anna works in Braga since June' },
      { content: 'Anna works in Porto', supersededBy: braga },
    ]);
    expect(contents(await ask('anna', 'where does Anna work?', { includeSuperseded: false }))).not.toContain(
      'Anna works in Porto',
    );

    // Lets expire: gone from every read at once.
    const soon = await remember('cleo', 'Cleo is looking for a train to Faro', { type: 'working', ttlSeconds: 1 });
    await eventually(async () => {
      expect((await tenant.api.get(`${MEMORIES}/${soon}?tenantId=${tenant.tenantId}`)).status).toBe(404);
    });
    expect(await count('cleo')).toBe(1);
    expect(contents(await ask('cleo', 'train to Faro'))).toEqual(['Cleo drinks no coffee, only tea']);

    // Forgets Ben: nothing that names him is left, in no read.
    expect(await count('ben')).toBe(2);
    const forgotten = await tenant.api.post(`${MEMORIES}/delete`, {
      tenantId: tenant.tenantId,
      filter: { metadata: { userId: 'ben' } },
    });
    expect([forgotten.status, forgotten.body.data]).toEqual([200, { matched: 2, deleted: 2 }]);
    expect(await count('ben')).toBe(0);
    expect((await listed('ben')).body.data.memories).toEqual([]);
    expect(await ask('ben', 'coffee')).toEqual([]);
    expect(
      (await tenant.api.get(`${MEMORIES}/by-external-id/ben%2Fallergies?tenantId=${tenant.tenantId}`)).status,
    ).toBe(404);
    const exported = await tenant.api.get(`${MEMORIES}/export?tenantId=${tenant.tenantId}`);
    expect(exported.text).not.toMatch(/ben/i);
    const { results } = (
      await tenant.api.post(`${MEMORIES}/search`, { query: 'Ben allergic to nuts', tenantId: tenant.tenantId })
    ).body.data as { results: Result[] };
    expect(contents(results).join(' ')).not.toMatch(/Ben /);

    // Answers the others as before.
    const answers = (found: readonly Result[]): string[] =>
      contents(found).filter((content) => content.includes('coffee'));
    expect(answers(await ask('anna', 'coffee'))).toEqual(answers(before.anna));
    expect(answers(await ask('cleo', 'coffee'))).toEqual(answers(before.cleo));
  });
});
