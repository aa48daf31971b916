import { EmbeddingsServer } from '../../../test/support/vectors/embeddings-server.js';
import type { AppConfig } from '@mneme/platform/config';
import { EmbedderFactory } from './embedder.factory.js';
import type { Embedder } from './embedder.js';
import type { TextWorkers } from './text-workers.js';

describe('OpenAiEmbedder', () => {
  let server: EmbeddingsServer;
  const create = (changes: Partial<AppConfig> = {}, model = 'words-64'): Embedder => {
    const config = { embeddingUrl: server.url, embeddingApiKey: server.key, ...changes } as AppConfig;
    return new EmbedderFactory(config, {} as TextWorkers).create(`openai:${model}`);
  };
  const loaded = async (): Promise<Embedder> => {
    const embedder = create();
    await embedder.load();
    server.requests.length = 0;
    return embedder;
  };
  const failure = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => new Error('it did not fail'),
      (error: unknown) => error as Error,
    );

  beforeEach(async () => {
    server = await EmbeddingsServer.start();
  });
  afterEach(() => server.stop());

  it('finds the dimensions at start, and puts many texts into one call', async () => {
    server.dimensions = 20;
    const embedder = await loaded();
    expect(embedder.model).toMatchObject({ id: expect.stringMatching(/^openai:words-64@20-\d+$/), dimensions: 20 });
    await embedder.embed(Array.from({ length: 200 }, (_, i) => `text ${i}`));
    expect(server.requests.map(({ input }) => input.length)).toEqual([64, 64, 64, 8]);
  });

  it('puts before queries and passages what the configuration says, blanks included', async () => {
    const embedder = create({ embeddingQueryPrefix: 'query: ', embeddingPassagePrefix: '' });
    await embedder.load();
    server.requests.length = 0;
    await embedder.embedQuery('where?');
    await embedder.embed(['here']);
    expect(server.requests.map(({ input }) => input)).toEqual([['query: where?'], ['here']]);
  });

  it.each([
    ['a wrong key', { embeddingApiKey: 'wrong-key' }, 'words-64', /status 401\. Fix: set EMBEDDING_API_KEY/],
    ['an unknown model', {}, 'words-65', /openai:words-65 .*status 404\. Fix: check EMBEDDING_URL .* EMBEDDING_MODEL/],
    [
      'a server that is not there',
      { embeddingUrl: 'http://127.0.0.1:59999/v1' },
      'words-64',
      /ECONNREFUSED.*Fix: start/,
    ],
    ['no address', { embeddingUrl: undefined }, 'words-64', /EMBEDDING_URL is not set/],
  ])('says at start what to do about %s', async (_, changes, model, message) => {
    const error = await failure(create(changes, model).load());
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/(test|wrong)-key/);
  });

  it('tries again after 429, 5xx and a broken connection, and waits as long as Retry-After says', async () => {
    const embedder = await loaded();
    server.faults.push({ status: 503 }, { status: 429, headers: { 'retry-after': '1' } });
    const started = performance.now();
    expect(await embedder.embed(['one text'])).toHaveLength(1);
    expect(performance.now() - started).toBeGreaterThan(1_150);
    expect(server.faults).toEqual([]);
  });

  it('follows no redirect, which the key would go along with, and says where to look', async () => {
    const other = await EmbeddingsServer.start();
    server.faults.push({ status: 307, headers: { location: `${other.url}/embeddings` } });
    const error = await failure(create().load());
    expect(error.message).toMatch(/status 307\. Fix: check EMBEDDING_URL/);
    expect([server.requests, other.requests]).toEqual([[], []]);
    await other.stop();
  });

  it('takes every answer that says it is one', async () => {
    const embedder = await loaded();
    server.status = 201;
    expect(await embedder.embed(['one text'])).toHaveLength(1);
  });

  it('gives up at once where trying again cannot help, and after a few times where it did not', async () => {
    const embedder = await loaded();
    server.outage = { status: 401 };
    expect(await failure(embedder.embed(['one text']))).toMatchObject({ kind: 'externalService' });
    server.outage = { status: 429, headers: { 'retry-after': '3600' } };
    const started = performance.now();
    expect(await failure(embedder.embed(['one text']))).toMatchObject({ kind: 'externalService' });
    server.outage = { status: 500 };
    expect(await failure(embedder.embed(['one text']))).toMatchObject({ kind: 'externalService' });
    expect(performance.now() - started).toBeLessThan(9_000);
    server.outage = undefined;
    expect(await embedder.embed(['one text'])).toHaveLength(1);
  });

  it('waits 10 s for a server that says nothing, and tells nobody the key or the text', async () => {
    const embedder = await loaded();
    server.outage = 'silence';
    const started = performance.now();
    const error = await failure(embedder.embedQuery('my private words'));
    expect(error).toMatchObject({ kind: 'externalService' });
    expect(performance.now() - started).toBeLessThan(15_000);
    const told = JSON.stringify([error, error.message, String(error.cause), (error.cause as Error | undefined)?.stack]);
    expect(told).not.toMatch(/test-key|private/);
  });

  it('refuses vectors of another length than at start', async () => {
    const embedder = await loaded();
    server.dimensions = 65;
    expect(await failure(embedder.embed(['one text']))).toMatchObject({ kind: 'externalService' });
  });
});
