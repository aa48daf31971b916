import { newTenant, sharedServer, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { ServerProcess } from '../../support/service/server-process.js';

const MEMORIES = '/api/v1/memories';
/** Until April 1893 Berlin was 53 minutes and 28 seconds ahead, which is no whole number of minutes. */
const BERLIN = { ...sharedServer().env, TZ: 'Europe/Berlin' };
const FIRST = Date.parse('1850-01-01T00:00:00.000Z');
const TIMES = [0, 10_000, 20_000, 30_000, 86_400_000].map((later) => new Date(FIRST + later).toISOString());

describe('dates before standard time, in a process that is not in UTC', () => {
  let server: ServerProcess;
  let tenant: TestTenant;
  const list = (query: string): Promise<ApiResponse> =>
    tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&sort=createdAt&order=asc&${query}`);
  const times = ({ body }: ApiResponse): string[] =>
    body.data.memories.map(({ createdAt }: { createdAt: string }) => createdAt);

  beforeAll(async () => {
    server = await ServerProcess.start(BERLIN);
    tenant = await newTenant({ ...sharedServer(), url: server.url });
    const lines = TIMES.map((createdAt, i) => JSON.stringify({ content: `The ferry ${i}`, type: 'event', createdAt }));
    const { body } = await tenant.api.send('POST', `${MEMORIES}/import?tenantId=${tenant.tenantId}`, {
      rawBody: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(body.data).toMatchObject({ created: TIMES.length });
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
  });

  it('are told as they were given', async () => {
    expect(times(await list(''))).toEqual(TIMES);
  });

  it('are paged over by cursors without repeating or missing any', async () => {
    const seen: string[] = [];
    for (let cursor = ''; seen.length <= TIMES.length;) {
      const page = await list(`limit=1${cursor}`);
      seen.push(...times(page));
      const { nextCursor } = page.body.data.pagination as { nextCursor?: string };
      if (nextCursor === undefined) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(TIMES);
  });

  it('are filtered by to the millisecond, in lists and searches', async () => {
    const [, second, third] = TIMES;
    const range = { createdFrom: second!, createdTo: third! };
    expect(times(await list(new URLSearchParams(range).toString()))).toEqual([second, third]);
    const search = await tenant.api.post(`${MEMORIES}/search`, { query: 'ferry', tenantId: tenant.tenantId, ...range });
    expect(search.body.data.results.map(({ createdAt }: { createdAt: string }) => createdAt).toSorted()).toEqual([
      second,
      third,
    ]);
  });
});
