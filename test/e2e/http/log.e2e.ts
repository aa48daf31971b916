import { randomUUID } from 'node:crypto';
import { Api, newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { EmbeddingsServer } from '../../support/vectors/embeddings-server.js';
import { eventually } from '../../support/eventually.js';
import { routeTable } from '../../support/service/route-table.js';
import { ServerProcess } from '../../support/service/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { testVectors } from '../../support/vectors/test-qdrant.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

declare const profile: 'embedded' | 'postgres';

const MEMORIES = '/api/v1/memories';
const WEBHOOKS = '/api/v1/webhooks';
const NDJSON = 'application/x-ndjson';
/** In everything that a client sends, receives or keeps secret. */
const MARKER = 'xq7marker';

describe.each(['info', 'debug'])('the log at level %s', (level) => {
  let database: TestDatabase | undefined;
  let dropVectors = (): Promise<void> => Promise.resolve();
  let model: EmbeddingsServer;
  let receiver: WebhookReceiver;
  let server: ServerProcess;
  let tenant: TestTenant;
  let key: Api;
  /** Every credential that a client was given or made up. */
  const credentials: string[] = [];

  const marked = (what: string): string => `${MARKER} ${what}`;
  const body = (more: object = {}): Record<string, unknown> => ({
    tenantId: tenant.tenantId,
    content: marked('content'),
    type: 'event',
    tags: [marked('tag')],
    metadata: { [marked('name')]: marked('value'), sessionId: marked('session'), speaker: marked('speaker') },
    ...more,
  });

  const start = async (): Promise<void> => {
    const { env } = sharedServer();
    const local = { WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', DEFAULT_PLAN: 'enterprise' };
    const identity = { JWT_PUBLIC_KEY: env['JWT_PUBLIC_KEY'] ?? '', JWT_ISSUER: env['JWT_ISSUER'] ?? '' };
    const embedding = {
      EMBEDDING_MODEL: `openai:${model.model}`,
      EMBEDDING_URL: model.url,
      EMBEDDING_API_KEY: model.key,
    };
    const own = { ...local, ...identity, ...embedding, SEED_TEST_TENANT: 'off', LOG_LEVEL: level };
    if (profile === 'postgres') {
      database = await createTestDatabase();
      const vectors = await testVectors(database);
      dropVectors = vectors.drop;
      server = await ServerProcess.start({ ...database.env, ...vectors.env, ...own });
    } else server = await ServerProcess.start(own);
    tenant = await newTenant({ ...sharedServer(), url: server.url });
  };

  const logged = (words: string): Promise<void> =>
    eventually(() => {
      expect(server.log.join('')).toContain(words);
      return Promise.resolve();
    }, 20_000);

  /** What clients do when all goes well. */
  const useEverything = async (): Promise<void> => {
    const { api, tenantId } = tenant;
    const made = await api.post('/api/v1/api-keys', { name: marked('key'), tenantId });
    key = new Api(server.url, made.body.data.plainKey as string);
    credentials.push(made.body.data.plainKey as string, api.token ?? '');
    const hook = { name: marked('hook'), url: receiver.url(`/${MARKER}`), secret: marked('secret') };
    await api.post(WEBHOOKS, { ...hook, events: ['memory.created', 'memory.deleted', 'search.performed'] });
    const headers = { 'idempotency-key': `${MARKER}-${randomUUID()}` };
    const created = await key.post(MEMORIES, body(), { headers });
    expect(created.status).toBe(201);
    const id = created.body.data.id as string;
    expect((await key.post(`${MEMORIES}/search`, { query: marked('query'), tenantId, explain: true })).status).toBe(
      200,
    );
    await key.get(`${MEMORIES}?tenantId=${tenantId}&tags=${encodeURIComponent(marked('tag'))}`);
    await key.patch(`${MEMORIES}/${id}`, { content: marked('another content') });
    await key.post(`${MEMORIES}/bulk`, { tenantId, memories: [{ content: marked('bulk'), type: 'event' }] });
    const line = JSON.stringify({ content: marked('imported'), type: 'event', externalId: marked('external') });
    const stream = { rawBody: `${line}\n{"content": "${MARKER}"\n`, headers: { 'content-type': NDJSON } };
    await key.post(`${MEMORIES}/import?tenantId=${tenantId}`, undefined, stream);
    await key.get(`${MEMORIES}/export?tenantId=${tenantId}`);
    await key.delete(`${MEMORIES}/${id}?tenantId=${tenantId}`);
  };

  /** Every route, with fields that it knows and fields that it does not, and with credentials that are none. */
  const misuseEverything = async (): Promise<void> => {
    const { api, tenantId } = tenant;
    const fields = { query: marked('query'), topic: marked('topic'), name: marked('name'), secret: marked('secret') };
    const wrong = { ...body(fields), url: `https://${MARKER}.invalid/`, keyId: MARKER, [MARKER]: MARKER };
    for (const { method, path } of routeTable()) {
      if (method === 'HEAD' || path.includes('*')) continue;
      const at = path.replace(/:\w+/g, MARKER);
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body: wrong };
      await api.send(method, `${at}?${MARKER}=${MARKER}`, sent);
      await new Api(server.url, MARKER).send(method, at, sent);
    }
    for (const topic of [marked('topic'), '']) {
      await api.post('/api/v1/intelligence/decision-chain', { topic, tenantId });
    }
    await api.get(`/nope/${MARKER}?q=${MARKER}`);
    await api.get(`${MEMORIES}/%zz${MARKER}`);
    await api.post(MEMORIES, undefined, { rawBody: `{"content": "${MARKER}` });
    await api.post(MEMORIES, undefined, { rawBody: MARKER, headers: { 'content-type': 'text/plain' } });
    await api.get(MEMORIES, { headers: { traceparent: MARKER, 'x-forwarded-for': MARKER, cookie: MARKER } });
  };

  /** What clients do while parts of the service fail. */
  const outlastFailures = async (): Promise<void> => {
    receiver.answer = () => ({ status: 500, body: marked('answer'), headers: { 'x-marker': MARKER } });
    model.outage = { status: 503 };
    const pending = await key.post(MEMORIES, body());
    expect(pending.body.metadata).toMatchObject({ indexing: 'pending' });
    const { tenantId: _, ...memory } = body();
    const many = await key.post(`${MEMORIES}/bulk`, { tenantId: tenant.tenantId, memories: [memory] });
    expect(many.body.metadata).toMatchObject({ indexing: 'pending' });
    await key.post(`${MEMORIES}/search`, { query: marked('query'), tenantId: tenant.tenantId });
    await logged('is left to the sweep');
    model.outage = undefined;
    await logged('answered 500');
    await database?.query('ALTER TABLE memories RENAME COLUMN importance TO other');
    const failed = await key.post(MEMORIES, body());
    expect(failed.status).toBe(database === undefined ? 201 : 500);
  };

  beforeAll(async () => {
    model = await EmbeddingsServer.start(`${MARKER}-model-key`);
    receiver = await WebhookReceiver.start();
    await start();
    await useEverything();
    await misuseEverything();
    await outlastFailures();
    await server.stop();
  });
  afterAll(async () => {
    await server.removeData();
    await receiver.close();
    await model.stop();
    await dropVectors();
    await database?.drop();
  });

  const lines = (): Record<string, unknown>[] =>
    server.log
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('has nothing of what clients stored, asked for, sent or keep secret', () => {
    const log = server.log.join('');
    const leaks = lines().filter((line) => JSON.stringify(line).includes(MARKER));
    expect(leaks).toEqual([]);
    expect(log).not.toContain(MARKER);
    for (const credential of credentials) expect(log).not.toContain(credential);
    const secrets = ['KEY_PEPPER', 'SERVICE_JWT_KEY', 'SECRETS_KEY'].map((name) => database?.env[name]);
    for (const secret of secrets) if (secret !== undefined) expect(log).not.toContain(secret);
    expect(log).not.toContain(receiver.url());
  });

  it('names request, tenant and route of each request', () => {
    const requests = lines().filter(({ msg }) => msg === 'request');
    expect(requests.length).toBeGreaterThan(60);
    for (const line of requests) {
      expect(line).toMatchObject({ reqId: expect.any(String), route: expect.any(String), status: expect.any(Number) });
    }
    const create = requests.find(({ route, status }) => route === MEMORIES && status === 201);
    expect(create).toMatchObject({ tenant: tenant.tenantId, method: 'POST' });
  });

  it('names the tenant where something goes wrong for one, in requests and jobs', () => {
    const warnings = lines().filter(({ level: at, context }) => at === 40 && context !== undefined);
    const of = (context: string): Record<string, unknown>[] => warnings.filter((line) => line['context'] === context);
    expect(of('MemoryIndexer')[0]).toMatchObject({ tenant: tenant.tenantId, reqId: expect.any(String) });
    expect(of('DeliveryAttemptService')[0]).toMatchObject({ tenant: tenant.tenantId });
    expect(of('DeliveryAttemptService')[0]).not.toHaveProperty('reqId');
    const errors = lines().filter(({ level: at }) => at === 50);
    if (database !== undefined)
      expect(errors.at(-1)).toMatchObject({ tenant: tenant.tenantId, reqId: expect.any(String) });
  });
});
