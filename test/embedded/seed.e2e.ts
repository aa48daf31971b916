import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MEMORY_TYPES } from '../../libs/memories/storage/memory-types.js';
import { Api } from '../support/service/api.js';
import { ExampleDocument } from '../support/documents/example-document.js';
import { mnemeCommand, type FinishedCommand } from '../support/service/mneme-command.js';
import { serverCommand } from '../support/service/server-command.js';
import { ServerProcess } from '../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = '/api/v1/memories';
const SAMPLES = resolve('samples/test-tenant/memories.ndjson');
const MAX_SECONDS = 20;
interface Listed {
  readonly id: string;
  readonly content: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `mneme seed …` on the data directory of a running server. */
function seed(dataDir: string, ...words: string[]): Promise<FinishedCommand> {
  return serverCommand(dataDir, ['seed', ...words]);
}

async function total(api: Api, type?: string): Promise<number> {
  const only = type === undefined ? '' : `&type=${type}`;
  return (await api.get(`${MEMORIES}?tenantId=${TENANT}&limit=1${only}`)).body.data.pagination.total as number;
}

async function listAll(api: Api): Promise<Listed[]> {
  const listed: Listed[] = [];
  for (let page = 1; ; page++) {
    const query = `tenantId=${TENANT}&limit=100&order=asc&fields=updatedAt&page=${page}`;
    const { memories, pagination } = (await api.get(`${MEMORIES}?${query}`)).body.data;
    listed.push(...(memories as Listed[]));
    if (!(pagination.hasNext as boolean)) return listed;
  }
}

async function bestMatch(api: Api, query: string): Promise<string | undefined> {
  const found = await api.post(`${MEMORIES}/search`, { query, tenantId: TENANT, limit: 1 });
  return found.body.data.results[0]?.content as string | undefined;
}

describe('mneme seed', () => {
  let server: ServerProcess;
  let api: Api;
  beforeAll(async () => {
    server = await ServerProcess.start();
    api = new Api(server.url, server.ready.developmentKey);
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
  });

  it('loads 975 memories, 75 of each type, found at once and within 20 seconds', async () => {
    const startedAt = performance.now();
    const { code, out } = await mnemeCommand({ MNEME_DATA_DIR: server.dataDir }, 'seed');
    const seconds = (performance.now() - startedAt) / 1_000;
    expect([code, out]).toEqual([0, `975 samples stored in tenant ${TENANT}.\n`]);
    expect(seconds).toBeLessThan(MAX_SECONDS);
    expect(await total(api)).toBe(975);
    expect(MEMORY_TYPES).toHaveLength(13);
    for (const type of MEMORY_TYPES) expect([type, await total(api, type)]).toEqual([type, 75]);
    expect(await bestMatch(api, 'anchor weight and line length to buy')).toMatch(/anchor/i);
  });

  it('makes the question answered that the OpenAPI document shows', async () => {
    const document = await ExampleDocument.of(server.url);
    const chain = '/api/v1/intelligence/decision-chain';
    const operation = document.operations.find(({ path }) => path === chain);
    const { data } = (await api.post(chain, operation && document.exampleBody(operation))).body;
    expect(data).toMatchObject({ status: 'found', chains: [{ headline: expect.stringContaining('per landing') }] });
  });

  it('keeps what the file says and when it was', async () => {
    const samples = (await readFile(SAMPLES, 'utf8')).trimEnd().split('\n');
    const wanted = samples.map((line) => JSON.parse(line) as Listed);
    const facts = (all: Listed[]): string[] =>
      all.map(({ content, createdAt }) => `${new Date(createdAt).toISOString()} ${content}`).sort();
    expect(facts(await listAll(api))).toEqual(facts(wanted));
  });

  it('changes nothing the second time', async () => {
    const before = await listAll(api);
    const { code, out } = await seed(server.dataDir, '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { tenantId: TENANT, stored: 0 }]);
    expect(await listAll(api)).toEqual(before);
  });

  it('leaves what a person made of the samples, until --reset restores them', async () => {
    const [deleted, edited] = (await listAll(api)) as [Listed, Listed];
    const own = await api.post(MEMORIES, {
      content: 'The piano came with the flat',
      type: 'semantic',
      tenantId: TENANT,
    });
    await api.delete(`${MEMORIES}/${deleted.id}?tenantId=${TENANT}`);
    await api.patch(`${MEMORIES}/${edited.id}?tenantId=${TENANT}`, { content: 'Xylophones are tuned by filing' });

    expect((await seed(server.dataDir)).out).toBe(`Tenant ${TENANT} has its samples already.\n`);
    expect((await api.get(`${MEMORIES}/${deleted.id}?tenantId=${TENANT}`)).status).toBe(404);
    expect(await bestMatch(api, 'tuning xylophones')).toBe('Xylophones are tuned by filing');

    expect((await seed(server.dataDir, '--reset')).out).toBe(`975 samples stored in tenant ${TENANT}.\n`);
    expect(await total(api)).toBe(976);
    for (const { content } of [deleted, edited]) expect(await bestMatch(api, content)).toBe(content);
    expect(await bestMatch(api, 'tuning xylophones')).not.toBe('Xylophones are tuned by filing');
    expect((await api.get(`${MEMORIES}/${own.body.data.id as string}?tenantId=${TENANT}`)).status).toBe(200);
  });
});

describe('mneme seed with a file that is broken', () => {
  const line = (externalId: string | undefined, more: object = {}): string =>
    JSON.stringify({ externalId, content: `The memory ${externalId ?? ''}`, type: 'task', ...more });
  let server: ServerProcess;
  let api: Api;
  let folder: string;
  const file = (): string => join(folder, 'samples.ndjson');
  const write = (...lines: string[]): Promise<void> => writeFile(file(), lines.join('\n'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-seed-'));
    server = await ServerProcess.start();
    api = new Api(server.url, server.ready.developmentKey);
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['is no JSON', '{broken', /:3: the line is not valid JSON: ./],
    ['has a type that is none', line('c', { type: 'dream' }), /:3: type must be one of episodic, /],
    ['has no content', line('c', { content: '' }), /:3: content must be a text of 1 to 10000 characters/],
    ['has an externalId twice', line('a'), /:3: externalId is already that of line 1$/],
    ['has no externalId', line(undefined), /:3: externalId is missing$/],
  ])('stops where a line %s, and loads nothing', async (_, third, rule) => {
    await write(line('a'), line('b'), third, line('d'));
    const { code, out, err } = await seed(server.dataDir, '--file', file());
    expect([code, out]).toEqual([1, '']);
    expect(err.trimEnd().slice(0, file().length)).toBe(file());
    expect(err.trimEnd().slice(file().length)).toMatch(rule);
    expect(await total(api)).toBe(0);
  });

  it('stops where there is no file', async () => {
    const { code, out, err } = await seed(server.dataDir, '--file', join(folder, 'nowhere.ndjson'));
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`${join(folder, 'nowhere.ndjson')} cannot be read: ENOENT`);
    expect(await total(api)).toBe(0);
  });

  it('loads the file once it is mended, and a later broken one takes nothing away', async () => {
    await write(line('a'), '', line('b'), '');
    expect((await seed(server.dataDir, '--file', file())).out).toBe(`2 samples stored in tenant ${TENANT}.\n`);
    const before = await listAll(api);
    await write(line('a'), '{broken');
    expect((await seed(server.dataDir, '--reset', '--file', file())).code).toBe(1);
    expect(await listAll(api)).toEqual(before);
  });
});
