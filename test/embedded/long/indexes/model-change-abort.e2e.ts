import { Api } from '../../../support/service/api.js';
import { EmbeddingsServer } from '../../../support/vectors/embeddings-server.js';
import { eventually } from '../../../support/eventually.js';
import type { FinishedCommand } from '../../../support/service/mneme-command.js';
import { serverCommand } from '../../../support/service/server-command.js';
import { ServerProcess } from '../../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';

describe('a change to a model that stops to answer', () => {
  let model: EmbeddingsServer;
  let server: ServerProcess;
  let api: Api;
  const found = async (query: string): Promise<number> => {
    const { status, body } = await api.post('/api/v1/memories/search', { query, tenantId: TENANT });
    expect({ status, warnings: (body.metadata as { warnings?: unknown }).warnings }).toEqual({ status: 200 });
    return body.data.results.length as number;
  };
  const mneme = (...words: string[]): Promise<FinishedCommand> => serverCommand(server.dataDir, words);
  const models = async (): Promise<string> => (await mneme('doctor', '--json')).out;

  beforeAll(async () => {
    model = await EmbeddingsServer.start();
    const env = { EMBEDDING_URL: model.url, EMBEDDING_API_KEY: model.key, SEED_TEST_TENANT: 'off' };
    server = await ServerProcess.start(env);
    api = new Api(server.url, server.ready.developmentKey);
    const body = { content: 'the heron stands in the reeds', type: 'event', tenantId: TENANT };
    expect((await api.post('/api/v1/memories', body)).status).toBe(201);
  });
  afterAll(async () => {
    await model.stop();
    await server.stop();
    await server.removeData();
  });

  it('is ended by --abort: searches and writes go on as before, and the command that began it says so', async () => {
    const other = `openai:${model.model}`;
    // It can be loaded, and then fails with every record.
    model.outageWith = 'heron';
    const change = mneme('reindex', '--model', other);
    await eventually(async () => {
      expect(await models()).toContain('building');
    });
    expect(await found('heron')).toBe(1);

    const aborted = await mneme('reindex', '--abort');
    expect(aborted).toMatchObject({ code: 0, out: expect.stringContaining('The change is ended') });
    expect(await change).toMatchObject({ code: 1, err: expect.stringContaining('The change was ended meanwhile') });
    expect(await models()).not.toContain('building');
    const body = { content: 'the heron flies away', type: 'event', tenantId: TENANT };
    const written = await api.post('/api/v1/memories', body);
    expect([written.status, 'indexing' in written.body.metadata]).toEqual([201, false]);
    expect(await found('heron')).toBe(2);
  });

  it('can be begun again when it answers', async () => {
    model.outageWith = undefined;
    const change = await mneme('reindex', '--model', `openai:${model.model}`);
    expect(change).toMatchObject({ code: 0, out: expect.stringContaining('Set EMBEDDING_MODEL=openai:') });
    expect(await found('where does the heron stand')).toBe(2);
  });
});
