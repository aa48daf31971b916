import { readFileSync } from 'node:fs';
import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { EVERYDAY, FERRY_STORY, FERRY_TOPIC } from '../../support/stories/ferry-story.js';
import { importLines } from '../../support/stories/import-lines.js';
import { PLAIN_NOTES } from '../../support/stories/plain-notes.js';
import { QUOKKA_NOTES } from '../../support/stories/quokka-notes.js';

const MEMORIES = '/api/v1/memories';

interface Chain {
  readonly decision: { readonly memoryId: string };
  readonly nodes: { readonly memoryId: string; readonly role: string; readonly excerpt: string }[];
  readonly edges: { from: string; to: string; basis: string; why: string[] }[];
  readonly mermaid?: string;
}

const lines = (records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const ask = (tenant: TestTenant, more: object = {}): Promise<ApiResponse> => {
  const { topic, ...params } = { topic: FERRY_TOPIC, asOf: '2026-10-01T00:00:00Z', ...more };
  return recorded(tenant, ({ decisionChains }) => decisionChains.reconstruct(topic, asIs(params)));
};
const chainsOf = (response: ApiResponse): Chain[] => {
  expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 200, errors: undefined });
  return response.body.data.chains as Chain[];
};

describe('decision chains over HTTP', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
    await importLines(tenant, lines([...FERRY_STORY, ...EVERYDAY]), FERRY_STORY.length + EVERYDAY.length);
  }, 60_000);

  it('tells what led to a decision and what came of it', async () => {
    const response = await ask(tenant, { include: ['mermaid'] });
    const [chain] = chainsOf(response);
    expect(chain?.nodes.find(({ memoryId }) => memoryId === chain.decision.memoryId)).toMatchObject({
      role: 'decision',
      excerpt: FERRY_STORY[4]?.content,
    });
    expect(chain?.nodes.length).toBeGreaterThanOrEqual(4);
    expect(chain?.nodes.every(({ excerpt }) => !excerpt.startsWith('Note '))).toBe(true);
    for (const { why } of chain?.edges ?? []) expect(why.length).toBeGreaterThan(0);
    expect(chain?.mermaid).toMatch(/^flowchart/);
    expect(response.body.data).toMatchObject({ topic: FERRY_TOPIC, asOf: '2026-10-01T00:00:00.000Z', warnings: [] });
  });

  it('answers the same to the same question, latency aside', async () => {
    const [first, again] = [await ask(tenant), await ask(tenant)].map(({ body }) => body.data);
    for (const data of [first, again]) delete data.stats.latency;
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(first.chains[0]).not.toHaveProperty('mermaid');
  });

  it('tells of one user alone where the metadata is asked for', async () => {
    const own = await newTenant();
    const of = (userId: string): object[] =>
      FERRY_STORY.map(({ content, ...rest }) => ({
        ...rest,
        content: `${content} (${userId})`,
        metadata: { ...('metadata' in rest ? (rest.metadata as object) : {}), userId },
      }));
    await importLines(own, lines([...of('anna'), ...of('ben')]), 2 * FERRY_STORY.length);
    for (const userId of ['anna', 'ben']) {
      const chains = chainsOf(await ask(own, { metadata: { userId } }));
      expect(chains.length).toBeGreaterThan(0);
      const excerpts = chains.flatMap(({ nodes }) => nodes.map(({ excerpt }) => excerpt));
      expect(excerpts.filter((excerpt) => !excerpt.endsWith(`(${userId})`))).toEqual([]);
    }
    expect(chainsOf(await ask(own, { metadata: { userId: 'nobody' } }))).toEqual([]);
    const nested = await ask(own, { metadata: { user: { id: 'anna' } } });
    expect([nested.status, nested.body.errors[0]?.field]).toEqual([400, 'metadata.user']);
  });

  it('tells of memories as they are when it is asked, whatever it has read of them before', async () => {
    const own = await newTenant();
    await importLines(own, lines(FERRY_STORY), FERRY_STORY.length);
    const told = async (): Promise<Map<string, string>> => {
      const [chain] = chainsOf(await ask(own));
      return new Map(chain?.nodes.map(({ memoryId, excerpt }) => [excerpt, memoryId]));
    };
    const before = await told();
    const [, , , , , booked = '', result = ''] = FERRY_STORY.map(({ content }) => content);
    const changed = booked.replace('paid for it', 'paid for it in cash');
    const path = (content: string): string => `${MEMORIES}/${before.get(content) ?? ''}?tenantId=${own.tenantId}`;
    const metadata = { relatedTo: [before.get(result)] };
    expect((await own.api.patch(path(booked), { content: changed, metadata })).status).toBe(200);
    const now = [...before.keys()].map((one) => (one === booked ? changed : one));
    expect([...(await told()).keys()]).toEqual(now);
    expect((await own.api.delete(path(result))).status).toBe(200);
    expect([...(await told()).keys()]).toEqual(now.filter((one) => one !== result));
  });

  it('tells nothing of what nobody decided, of no time and of no memories, and says why', async () => {
    const empty = await newTenant();
    const answers = [
      await ask(tenant, { topic: 'lattice quantum chromodynamics' }),
      await ask(tenant, { topic: ' \u00a0\u3000' }),
      await ask(tenant, { timeRange: { from: '1999-01-01', to: '1999-12-31' } }),
      await ask(tenant, { asOf: '2025-01-01T00:00:00Z' }),
      await ask(empty),
    ];
    for (const response of answers) {
      expect([chainsOf(response), response.body.data.status]).toEqual([[], 'none']);
      expect(response.body.data.reason).toEqual(expect.any(String));
    }
  });

  it('knows nothing yet of what came after asOf, nor of what is outside of the range', async () => {
    const early = JSON.stringify(chainsOf(await ask(tenant, { asOf: '2026-05-01T00:00:00Z' })));
    expect(early).not.toContain('three months with the Norlines');
    const range = { from: '2026-01-10', to: '2026-05-01T00:00:00Z' };
    const within = JSON.stringify(chainsOf(await ask(tenant, { timeRange: range })));
    expect(within).not.toContain('stops taking cars');
    expect(within).not.toContain('three months with the Norlines');
  });

  it('follows links in metadata, both ways, and ignores those to others’ memories', async () => {
    const stranger = await newTenant();
    const secret = { content: 'We decided on the ferry of somebody else', type: 'decision' };
    const { id: foreign } = (await stranger.api.post(MEMORIES, { ...secret, tenantId: stranger.tenantId })).body.data;
    const [chain] = chainsOf(await ask(tenant));
    const decision = chain?.decision.memoryId ?? '';
    const relatedTo = [foreign, 'mem_01h455vb4pex5vsknk084sn02q', 'nonsense', '<b>'];
    const linked = {
      content: 'Bought the trailer, registered and insured',
      type: 'task',
      metadata: { causedBy: decision, relatedTo, occurredAt: '2026-03-15T10:00:00Z' },
    };
    const { api, tenantId } = tenant;
    const { id } = (await api.post(MEMORIES, { ...linked, tenantId })).body.data as { id: string };
    const response = await ask(tenant, { asOf: undefined });
    const edge = chainsOf(response)[0]?.edges.find(({ to }) => to === id);
    expect(edge).toMatchObject({ from: decision, basis: 'explicit' });
    expect(response.text).not.toContain(foreign);
    expect(response.text).not.toContain('somebody else');
    await api.delete(`${MEMORIES}/${id}?tenantId=${tenantId}`);
  });

  it('draws hostile contents without letting them in', async () => {
    const hostile = await newTenant();
    const evil = 'ferry"] --> X[hacked]; click X "javascript:alert(1)" <img src=x onerror=alert(1)> %%{init}%% `end`';
    const story = FERRY_STORY.map((each) => ({ ...each, content: `${each.content} ${evil}` }));
    await importLines(hostile, lines([...story, ...EVERYDAY]), FERRY_STORY.length + EVERYDAY.length);
    const [chain] = chainsOf(await ask(hostile, { include: ['mermaid'] }));
    expect(chain?.mermaid).toMatch(/^flowchart/);
    expect(chain?.mermaid).not.toMatch(/<img|javascript:|"\] --> X|^\s*click|%%\{/m);
  });

  it.each([
    [{ topic: '' }, 'topic'],
    [{ topic: 'x'.repeat(501) }, 'topic'],
    [{ topic: 7 }, 'topic'],
    [{ timeRange: { from: '2026-02-01', to: '2026-01-01' } }, 'timeRange.from'],
    [{ timeRange: { from: 'soon' } }, 'timeRange.from'],
    [{ timeRange: { from: '2026-02-31' } }, 'timeRange.from'],
    [{ timeRange: { to: '2026-02-29T10:00:00Z' } }, 'timeRange.to'],
    [{ timeRange: { from: '2026-01-01', since: '2026-01-01' } }, 'timeRange.since'],
    [{ timeRange: { 'a b': 1 } }, 'timeRange.a\\u0020b'],
    [{ timeRange: [] }, 'timeRange'],
    [{ include: ['svg'] }, 'include[0]'],
    [{ asOf: 'now' }, 'asOf'],
    [{ asOf: '2026-04-31' }, 'asOf'],
    [{ limit: 3 }, 'limit'],
  ])('refuses %j', async (more, field) => {
    const { status, body } = await ask(tenant, more);
    expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });
});

describe('decisions about one project', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
    const others = readFileSync('samples/test-tenant/memories.ndjson', 'utf8');
    await importLines(tenant, `${lines(QUOKKA_NOTES)}\n${others}`, QUOKKA_NOTES.length + 975);
  }, 120_000);

  it.each(['Why did we choose Typesense for Quokka?', 'search for the Quokka shop'])('%s', async (topic) => {
    const [chain] = chainsOf(await ask(tenant, { topic }));
    const told = chain?.nodes.find(({ memoryId }) => memoryId === chain.decision.memoryId);
    expect(told?.excerpt).toBe(QUOKKA_NOTES[5]?.content);
  });

  it.each(['Who designed the Quokka logo?', 'Quokka mascot'])('%s Nobody decided that', async (topic) => {
    expect((await ask(tenant, { topic })).body.data).toMatchObject({ status: 'none', chains: [] });
  });
});

describe('a tenant that has just begun to write', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
    await importLines(tenant, lines(QUOKKA_NOTES), QUOKKA_NOTES.length);
  }, 60_000);

  it.each(['Why did we choose Typesense for Quokka?', 'search for the Quokka shop', 'Quokka search engine'])(
    '%s: tells the one decision that it knows',
    async (topic) => {
      const [chain] = chainsOf(await ask(tenant, { topic }));
      const told = chain?.nodes.find(({ memoryId }) => memoryId === chain.decision.memoryId);
      expect(told?.excerpt).toBe(QUOKKA_NOTES[5]?.content);
      expect(chain?.nodes.length).toBeGreaterThanOrEqual(5);
    },
  );

  it.each(['Why was the caravan sold?', 'choice of a school for the twins'])(
    '%s: nobody decided that',
    async (topic) => {
      expect((await ask(tenant, { topic })).body.data).toMatchObject({ status: 'none', chains: [] });
    },
  );
});

describe('a tenant that writes plainly', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
    await importLines(tenant, lines(PLAIN_NOTES), PLAIN_NOTES.length);
  }, 60_000);

  it('tells what came of a decision, though it says so in other words', async () => {
    const [chain] = chainsOf(await ask(tenant, { topic: 'payment queue decision' }));
    const told = (start: string) => chain?.nodes.find(({ excerpt }) => excerpt.startsWith(start));
    expect(told('We decided to put RabbitMQ')).toMatchObject({ memoryId: chain?.decision.memoryId });
    expect(told('Since the queue went live')).toMatchObject({ role: 'outcome' });
    expect(chain?.nodes.map(({ excerpt }) => excerpt).join()).not.toMatch(/holiday|pho\b|laptop/);
  });
});

describe('decision chains of the sample tenant', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
    await importLines(tenant, readFileSync('samples/test-tenant/memories.ndjson', 'utf8'), 975);
  }, 120_000);

  it.each([
    ['slow and costly builds', 'CI builds move onto our own two servers'],
    ['how we charge the auctions', 'Management adopts the price per landing'],
  ])('%s', async (topic, decision) => {
    const [chain] = chainsOf(await ask(tenant, { topic, asOf: '2026-11-01T00:00:00Z' }));
    const told = chain?.nodes.find(({ memoryId }) => memoryId === chain.decision.memoryId);
    expect(told?.excerpt).toContain(decision);
    expect(chain?.nodes.length).toBeGreaterThanOrEqual(5);
  });

  it.each(['the annual budget of the space agency', 'Why was the caravan sold?'])(
    '%s: nobody decided that',
    async (topic) => {
      const response = await ask(tenant, { topic, asOf: '2026-11-01T00:00:00Z' });
      expect(response.body.data).toMatchObject({ status: 'none', chains: [] });
    },
  );

  it('tells the same memories alike in another tenant, ids aside, whatever order they came in', async () => {
    const other = await newTenant();
    const records = readFileSync('samples/test-tenant/memories.ndjson', 'utf8').trim().split('\n');
    await importLines(other, records.reverse().join('\n'), 975);
    for (const topic of ['slow and costly builds', 'how we charge the auctions']) {
      const [mine, theirs] = [await chainsWithoutIds(tenant, topic), await chainsWithoutIds(other, topic)];
      expect(mine).toContain('"nodes"');
      expect(theirs).toBe(mine);
    }
  }, 120_000);
});

/** The bytes of an answer's chains; each memory's id replaced by what it says. */
async function chainsWithoutIds(tenant: TestTenant, topic: string): Promise<string> {
  const chains = chainsOf(await ask(tenant, { topic, asOf: '2026-11-01T00:00:00Z', include: ['mermaid'] }));
  const nodes = chains.flatMap((chain) => chain.nodes);
  return nodes.reduce((text, { memoryId, excerpt }) => text.replaceAll(memoryId, excerpt), JSON.stringify(chains));
}
