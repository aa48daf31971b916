import { readFileSync } from 'node:fs';
import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { codeOf, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { importLines } from '../../support/stories/import-lines.js';

const MEMORIES = '/api/v1/memories';
const WEEK_MS = 7 * 86_400_000;

interface Pattern {
  readonly family: string;
  readonly tier: string;
  readonly description: string;
  readonly params: Record<string, unknown>;
  readonly items: { readonly name: string }[];
  readonly evidenceIds: string[];
  readonly counterExampleIds: string[];
}

const ask = (tenant: TestTenant, more: object = {}): Promise<ApiResponse> =>
  recorded(tenant, ({ patterns }) => patterns.detect(asIs(more)));

/** One memory a line. */
const lines = (records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n');

/** So many weeks of tea on Tuesdays among notes of every day; what it is about is given. */
function diary(weeks: number, tag: string): object[] {
  const start = Date.parse('2026-01-05T00:00:00Z');
  return Array.from({ length: 7 * weeks }, (_, day) => {
    const tea = day % 7 === 1;
    return {
      content: tea ? `Cup number ${day}, as strong as ever` : `Note number ${day} about nothing in particular`,
      type: 'episodic',
      tags: tea ? [tag] : [`thing${(day * day) % 11}`],
      createdAt: new Date(start + day * (WEEK_MS / 7) + 9 * 3_600_000 + (day % 3) * 600_000).toISOString(),
    };
  });
}

describe('implicit patterns over HTTP', () => {
  describe('in the sample tenant', () => {
    let tenant: TestTenant;
    let patterns: Pattern[];
    let names: Map<string, string>;
    beforeAll(async () => {
      tenant = await newTenant();
      await importLines(tenant, readFileSync('samples/test-tenant/memories.ndjson', 'utf8'), 975);
      const response = await ask(tenant);
      expect(response.status).toBe(200);
      expect(response.body.data.analysed).toMatchObject({ memories: 975 });
      patterns = response.body.data.patterns as Pattern[];
      const { text } = await tenant.api.get(`${MEMORIES}/export?tenantId=${tenant.tenantId}`);
      const records = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; externalId: string });
      names = new Map(records.map(({ id, externalId }) => [id, externalId]));
    }, 120_000);

    const established = (family: string, ...about: string[]): Pattern[] =>
      patterns.filter(
        (each) =>
          each.tier === 'established' &&
          each.family === family &&
          about.every((name) => each.items.some((item) => item.name === name)),
      );

    it('finds that she goes to the fishmonger on Thursdays, and when she did not', () => {
      const [found] = established('routine', 'fishmonger');
      expect(found?.params).toMatchObject({ weekday: 4 });
      expect(found?.evidenceIds.length).toBeGreaterThan(15);
      expect(found?.counterExampleIds.map((id) => names.get(id))).toEqual(expect.arrayContaining(['s0317', 's0743']));
    });

    it('finds a migraine about every 17 days', () => {
      const [found] = established('interval', 'migraine');
      expect(found?.description).toContain('17 days');
    });

    it('finds bread on the day after a night on the pager, in this order', () => {
      const [found] = established('sequence', 'pager', 'bread');
      expect(found?.description).toMatch(/pager.*followed by.*bread/);
    });

    it('takes pizza on Fridays for the chance it is', () => {
      const pizza = established('routine', 'pizza').filter(({ params }) => params['weekday'] === 5);
      expect(pizza).toEqual([]);
    });

    it('answers the same to the same question', async () => {
      const [first, again] = [await ask(tenant), await ask(tenant)];
      expect(JSON.stringify(again.body.data)).toBe(JSON.stringify(first.body.data));
    });
  });

  describe('in a tenant of one’s own', () => {
    let tenant: TestTenant;
    beforeEach(async () => {
      tenant = await newTenant();
    });

    it('says nothing of nothing, nor of a single memory', async () => {
      const none = await ask(tenant);
      expect(none.body.data).toMatchObject({
        patterns: [],
        analysed: { memories: 0 },
        minOccurrences: 3,
        timezone: 'UTC',
      });
      await tenant.api.post(MEMORIES, { content: 'tea', type: 'task', tenantId: tenant.tenantId });
      const one = await ask(tenant);
      expect([one.status, one.body.data.patterns]).toEqual([200, []]);
    });

    it('takes 2,000 copies of a memory for what they are', async () => {
      const copy = { content: 'Standup notes: nothing new', type: 'task', tags: ['standup'], importance: 0.9 };
      await importLines(tenant, lines(Array.from({ length: 2_000 }, () => copy)), 2_000);
      const { data } = (await ask(tenant)).body;
      expect(data.patterns).toEqual([]);
      expect(data.analysed.memories).toBe(2_000);
    }, 180_000);

    it('knows the day of what has a date without a time, in every zone, and no hour', async () => {
      const dated = diary(16, 'rent').map((record) => {
        const { tags, createdAt } = record as { tags: string[]; createdAt: string };
        return tags[0] === 'rent' ? { ...record, metadata: { occurredAt: createdAt.slice(0, 10) } } : record;
      });
      await importLines(tenant, lines(dated), 112);
      for (const timezone of ['UTC', 'America/Bogota', 'Asia/Tokyo']) {
        const patterns = (await ask(tenant, { timezone })).body.data.patterns as Pattern[];
        const routines = patterns.filter(({ family, items }) => family === 'routine' && items[0]?.name === 'rent');
        expect(routines.map(({ params }) => params)).toEqual([{ kind: 'weekday', weekday: 2 }]);
      }
    });

    it('follows what is changed and deleted', async () => {
      await importLines(tenant, lines(diary(16, 'tea')), 112);
      const [found] = (await ask(tenant)).body.data.patterns as Pattern[];
      expect(found).toMatchObject({ family: 'routine', tier: 'established', params: { weekday: 2 } });
      expect(found?.description).toContain("'tea' appears on Tuesdays");
      const [deleted = '', changed = ''] = found?.evidenceIds ?? [];
      const remove = (id: string) => tenant.api.delete(`${MEMORIES}/${id}?tenantId=${tenant.tenantId}`);
      await remove(deleted);
      await tenant.api.patch(`${MEMORIES}/${changed}`, { tags: [] });
      const after = (await ask(tenant)).body.data;
      expect(after.analysed.memories).toBe(111);
      expect(after.patterns[0].support.memories).toBe(14);
      expect(JSON.stringify(after)).not.toContain(deleted);
      for (const id of (found?.evidenceIds ?? []).slice(2)) await remove(id);
      expect(JSON.stringify((await ask(tenant)).body.data)).not.toContain("'tea' appears");
    });

    it('follows what is imported between two questions, and what is put back', async () => {
      await importLines(tenant, lines(diary(8, 'tea')), 56);
      expect((await ask(tenant)).body.data.analysed.memories).toBe(56);
      const before = JSON.stringify((await ask(tenant)).body.data);
      const body = { content: 'Cup out of turn', type: 'semantic', tags: ['tea'], tenantId: tenant.tenantId };
      const { id } = (await tenant.api.post(MEMORIES, body)).body.data as { id: string };
      const with1 = (await ask(tenant)).body.data;
      expect([with1.analysed.memories, JSON.stringify(with1) === before]).toEqual([57, false]);
      await tenant.api.delete(`${MEMORIES}/${id}?tenantId=${tenant.tenantId}`);
      expect(JSON.stringify((await ask(tenant)).body.data)).toBe(before);
      await importLines(tenant, lines(diary(16, 'coffee')), 112);
      expect((await ask(tenant)).body.data.analysed.memories).toBe(168);
    });

    it('tells nobody of another tenant’s memories, whoever asks in turn', async () => {
      const other = await newTenant();
      await importLines(tenant, lines(diary(16, 'tea')), 112);
      await importLines(other, lines(diary(16, 'coffee')), 112);
      for (let i = 0; i < 2; i++) {
        const [mine, theirs] = [await ask(tenant), await ask(other)].map(({ text }) => text);
        expect([mine?.includes('coffee'), theirs?.includes("'tea'")]).toEqual([false, false]);
        expect([mine?.includes("'tea'"), theirs?.includes('coffee')]).toEqual([true, true]);
      }
    });

    it('answers as of an earlier moment without what was stored later', async () => {
      await importLines(tenant, lines(diary(16, 'tea')), 112);
      const early = (await ask(tenant, { asOf: '2026-01-31T23:59:59Z' })).body.data;
      const established = early.patterns.filter(({ tier }: Pattern) => tier === 'established');
      expect([early.analysed.memories, established]).toEqual([27, []]);
    });

    it('hands out names as they are, in JSON, and hides nothing in them', async () => {
      const hostile = '"><script>`x`]|{{7*7}}\u202e';
      await importLines(tenant, lines(diary(16, hostile)), 112);
      const response = await ask(tenant);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(response.body.data.patterns[0].items[0].name).toBe(hostile);
    });

    it.each([
      [{ minOccurrences: 1 }, 'minOccurrences'],
      [{ minOccurrences: 1_001 }, 'minOccurrences'],
      [{ minOccurrences: 2.5 }, 'minOccurrences'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ timezone: '+01:00' }, 'timezone'],
      [{ timezone: '' }, 'timezone'],
      [{ asOf: 'yesterday' }, 'asOf'],
      [{ asOf: '2026-02-31' }, 'asOf'],
      [{ timeRange: {} }, 'timeRange'],
    ])('refuses %j', async (more, field) => {
      const { status, body } = await ask(tenant, more);
      expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    });

    it('lets a tenant have a few analyses at once, and says when to come again', async () => {
      await importLines(tenant, lines(diary(16, 'tea')), 112);
      const all = await Promise.all(Array.from({ length: 12 }, () => ask(tenant)));
      const refused = all.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      expect(all.length - refused.length).toBeGreaterThanOrEqual(3);
      for (const response of refused) {
        expect([response.status, codeOf(response)]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
        expect(Number(response.headers.get('x-ratelimit-retry-after'))).toBeGreaterThanOrEqual(1);
      }
    });
  });

  it('are those of one user where the metadata is asked for', async () => {
    const tenant = await newTenant();
    const of = (userId: string, tag: string): object[] =>
      diary(20, tag).map((record) => ({ ...record, metadata: { userId } }));
    await importLines(tenant, lines([...of('anna', 'tea'), ...of('ben', 'chess')]), 280);
    const routines = async (userId: string): Promise<unknown> => {
      const { status, body } = await ask(tenant, { metadata: { userId: [userId] } });
      expect(status).toBe(200);
      const { patterns, analysed } = body.data as { patterns: Pattern[]; analysed: { memories: number } };
      const names = new Set(patterns.flatMap(({ items }) => items.map(({ name }) => name)));
      return [analysed.memories, ['tea', 'chess'].filter((name) => names.has(name))];
    };
    expect(await routines('anna')).toEqual([140, ['tea']]);
    expect(await routines('ben')).toEqual([140, ['chess']]);
    expect(await routines('nobody')).toEqual([0, []]);
  });
});
