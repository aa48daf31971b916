import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

interface Result {
  readonly id: string;
  readonly relevance: number;
  readonly explanation?: { readonly dates: readonly unknown[]; readonly summary: string };
}

describe('a search that names a date', () => {
  let tenant: TestTenant;
  beforeEach(async () => {
    tenant = await newTenant();
  });
  const create = (content: string, metadata: Record<string, unknown> = {}): Promise<ApiResponse> =>
    tenant.api.post(MEMORIES, { content, type: 'episodic', tenantId: tenant.tenantId, metadata });
  const add = async (content: string, metadata: Record<string, unknown> = {}): Promise<string> => {
    const response = await create(content, metadata);
    expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 201, errors: undefined });
    return response.body.data.id as string;
  };
  const ask = (query: string, more: Record<string, unknown> = {}): Promise<ApiResponse> =>
    recorded(tenant, ({ memories }) => memories.search(query, asIs(more)));
  const search = async (query: string, more: Record<string, unknown> = {}): Promise<Result[]> => {
    const { status, body } = await ask(query, more);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    return body.data.results as Result[];
  };
  const day = async (query: string, referenceTime: string): Promise<string | undefined> =>
    (await search(query, { referenceTime }))[0]?.id;

  it('finds what happened then, in whichever form the memory and the query have the date', async () => {
    const events = ['The boiler failed', 'We painted the hall', 'Luca fell off his bike', 'The piano was tuned'];
    const stated = ['2026-03-18T09:30:00Z', 1_767_605_400, 'Tue, 09 Dec 2025 18:00:00 +0100', '20250810'];
    const ids: string[] = [];
    for (const [i, event] of events.entries()) ids.push(await add(event, { occurredAt: stated[i] }));
    const logged = await add('[2025-02-02 10:00] Ida: the tickets are booked');
    const now = '2026-06-15';
    expect(await day('what happened on 18 March 2026?', now)).toBe(ids[0]);
    expect(await day('Was war am 5. Januar?', now)).toBe(ids[1]);
    expect(await day('12/09/2025', now)).toBe(ids[2]);
    expect(await day('last August', '2025-09-01')).toBe(ids[3]);
    expect(await day('what did we talk about on February 2nd?', '2025-11-01T00:30:00-05:00')).toBe(logged);
    expect(await day('yesterday', '2026-03-19')).toBe(ids[0]);
  });

  it('takes what has no date for an event of the day on which it was stored', async () => {
    await add('We painted the hall', { occurredAt: '2025-01-01' });
    const id = await add('The boiler failed');
    expect((await search('what happened today?'))[0]?.id).toBe(id);
  });

  it.each(['June 9: saw Bo', '18.03.2026 Release 2 shipped'])('finds "%s" by its day', async (text) => {
    await add('Release 1 shipped, and saw Bo', { occurredAt: '2025-01-01' });
    const id = await add(text);
    const query = text.startsWith('June') ? 'saw Bo on 9 June' : 'release shipped on 18 March 2026';
    const [first] = await search(query, { explain: true });
    expect(first).toMatchObject({ id, explanation: { dates: [{ matched: true }] } });
  });

  it('finds a day that the text names', async () => {
    await add('We painted the hall', { occurredAt: '2025-01-01' });
    const id = await add("Lena's birthday is on March 18th");
    expect((await search('whose birthday is on 18 March?'))[0]?.id).toBe(id);
  });

  it('says what it understood', async () => {
    await add('The boiler failed', { occurredAt: '2026-03-18' });
    await add('We painted the hall', { occurredAt: '2026-02-18' });
    const [first, second] = await search('what happened last March?', { referenceTime: '2026-06-15', explain: true });
    const dates = { text: 'last March', from: '2026-03-01', to: '2026-03-31' };
    expect(first?.explanation?.dates).toEqual([{ ...dates, matched: true }]);
    expect(first?.explanation?.summary).toContain('is of the date "last March"');
    expect(second?.explanation?.dates).toEqual([{ ...dates, matched: false }]);
  });

  it.each(['on 18 March 2019', 'on 19 March 2026', 'in 2019', 'in March 2019', 'Q1 2019'])(
    'does not take what happened on 18 March 2026 for an event %s',
    async (date) => {
      await add('The boiler failed', { occurredAt: '2026-03-18' });
      const [found] = await search(`did the boiler fail ${date}?`, { explain: true });
      expect(found?.explanation?.dates).toMatchObject([{ matched: false }]);
    },
  );

  it('is less sure of what happened on another day', async () => {
    await add('The boiler failed again', { occurredAt: '2026-03-18' });
    const [right] = await search('did the boiler fail on 18 March 2026?');
    const [wrong] = await search('did the boiler fail on 21 May 2026?');
    expect(wrong?.relevance).toBeLessThan(right?.relevance ?? 0);
  });

  it.each(['0001-01-01', '9999-12-31T23:59:59Z'])('answers relative to %s', async (referenceTime) => {
    const id = await add('The boiler failed');
    expect((await search('did the boiler fail last week or in 20 years?', { referenceTime }))[0]?.id).toBe(id);
  });

  it('takes a day that the calendar does not have for words', async () => {
    const id = await add('The boiler failed');
    expect((await search('the boiler on 31/31/2026'))[0]?.id).toBe(id);
  });

  it.each(['yesterday', '2026-02-30', '2026-03-18T09:30', 1_773_826_200])(
    'refuses a referenceTime of %p',
    async (value) => {
      const { status, body } = await ask('the boiler', { referenceTime: value });
      expect({ status, message: body.errors[0]?.message }).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^referenceTime must be/) as string,
      });
    },
  );

  it.each(['soon', '2026-02-30', '18.03.2026', 2026, true, { at: 1 }])(
    'refuses metadata whose occurredAt is %p, for nobody would find it',
    async (occurredAt) => {
      const { status, body } = await create('The boiler failed', { occurredAt });
      expect({ status, message: body.errors[0]?.message }).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^metadata\.occurredAt must be an ISO 8601 date/) as string,
      });
    },
  );
});
