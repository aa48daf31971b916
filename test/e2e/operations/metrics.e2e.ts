import { request } from 'node:http';
import { getHeapSpaceStatistics } from 'node:v8';
import { ERROR_RESPONSES } from '@mneme/platform/errors';
import { newKey, newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { readMetrics, valueOf } from '../../support/service/metrics-text.js';
import { routeTable } from '../../support/service/route-table.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const MEMORIES = '/api/v1/memories';
const SCOPES = ['read:memories', 'write:memories', 'write:webhooks', 'manage:keys', 'read:usage'];

describe('GET /metrics', () => {
  const { url } = sharedServer();
  const text = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();

  it('is text for Prometheus, without a credential and without an envelope', async () => {
    const response = await fetch(`${url}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines) expect(line).toMatch(/^[a-z_\d]+(\{[^}]*\})? [-+.\dA-Za-z]+$/);
  });

  it('counts requests by route template and status, naming nobody', async () => {
    const { tenantId, api } = await newTenant();
    await api.get(`/api/v1/memories/mem_01h455vb4pex5vsknk084sn02q?tenantId=${tenantId}`);
    await api.get(`/nope/${tenantId}`);
    const now = await text();
    expect(now).toMatch(/_count\{method="GET",route="\/api\/v1\/memories\/:id",status="404"\} [1-9]/);
    expect(now).toMatch(/_count\{method="GET",route="unknown",status="404"\} [1-9]/);
    expect(now).not.toContain(tenantId);
    expect(now).not.toContain('mem_');
  });
});

/** What each label can say, whoever calls how often. A label that is missing here is one without bound. */
const LABEL_VALUES: Readonly<Record<string, RegExp | ReadonlySet<string>>> = {
  method: new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'other']),
  route: new Set([...routeTable().map(({ path }) => path), '/console/*', '/console/assets/*', 'unknown']),
  status: /^[2-5]\d\d$/,
  code: new Set(Object.values(ERROR_RESPONSES).map(({ code }) => code)),
  by: new Set(['bucket', 'window', 'write', 'sweep']),
  part: /^[a-z ]{4,20}$/,
  dependency: new Set(['database', 'model', 'redis', 'vector index']),
  connection: /^(publish|subscribe|limits|jobs-(client|subscriber|[a-z.]+))$/,
  operation: new Set(['upsert', 'remove', 'search', 'terms', 'vectors', 'count', 'erase']),
  scope: new Set(['tenant', 'key', 'system']),
  source: new Set(['cache', 'model', 'memory', 'store']),
  result: new Set(['ok', 'failed', 'committed', 'rolled_back', 'delivered', 'refused', 'no_answer']),
  state: new Set(['used', 'idle', 'running', 'waiting']),
  /** Of the work that repeats: names in the program. */
  task: /^[a-z ]{4,40}$/,
  outcome: new Set(['done', 'failed', 'ok', 'refused', 'canceled']),
  tool: /^(memory_[a-z_]{3,20}|search|fetch)$/,
  le: /^(\+Inf|[\d.e-]+)$/,
  kind: new Set(['major', 'minor', 'incremental', 'weakcb']),
  space: new Set(getHeapSpaceStatistics().map(({ space_name: name }) => name.replace(/_space$/, ''))),
  handler: new Set(['webhooks', 'notes']),
  type: /^[A-Za-z]{3,30}$/,
  version: /^v\d+\.\d+\.\d+$/,
  major: /^\d+$/,
  minor: /^\d+$/,
  patch: /^\d+$/,
};

/** A method that no client should use. */
async function odd(method: string, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const asked = request(`${sharedServer().url}${path}`, { method }, (response) =>
      response.resume().on('end', resolve),
    );
    asked.on('error', reject).end();
  });
}

describe('the labels of metrics', () => {
  let tenant: TestTenant;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    tenant = await newTenant();
    const { tenantId, api } = tenant;
    const hook = { name: 'metrics', url: receiver.url(), events: ['memory.created'], secret: 'not much of a secret' };
    await api.post('/api/v1/webhooks', hook);
    await newKey(tenant, SCOPES);
    const created = await api.post(MEMORIES, { content: 'a busy day', type: 'event', tenantId });
    await api.post(`${MEMORIES}/search`, { query: 'what kind of day', tenantId });
    await api.patch(`${MEMORIES}/${created.body.data.id as string}`, { importance: 0.9 });
    for (const { method, path } of routeTable()) {
      if (method === 'HEAD' || path.includes('*')) continue;
      await api.send(
        method,
        path.replace(/:\w+/g, created.body.data.id as string),
        method === 'GET' ? {} : { body: {} },
      );
    }
    for (const method of ['PUT', 'PROPFIND', 'PURGE']) await odd(method, `/nope/${tenantId}`);
    await api.send('GET', `${MEMORIES}/%zz`);
    await receiver.requests(1);
  });
  afterAll(() => receiver.close());

  it('say one of a few things that are known beforehand, however busy the service was', async () => {
    const { samples } = await readMetrics(sharedServer().url);
    const foreign = new Set<string>();
    for (const { name, labels } of samples) {
      for (const [label, value] of Object.entries(labels)) {
        const allowed = LABEL_VALUES[label];
        const known = allowed instanceof RegExp ? allowed.test(value) : allowed?.has(value) === true;
        if (!known) foreign.add(`${name}{${label}="${value}"}`);
      }
    }
    expect([...foreign]).toEqual([]);
    expect(samples.length).toBeGreaterThan(300);
  });

  it('leave no part of the way of a memory without a number', async () => {
    await eventually(async () => {
      const now = await readMetrics(sharedServer().url);
      const positive = (name: string, labels?: Record<string, string>): void => {
        expect([name, (valueOf(now, name, labels) ?? 0) > 0]).toEqual([name, true]);
      };
      positive('mneme_database_transaction_duration_seconds_count', { scope: 'tenant', result: 'committed' });
      positive('mneme_database_pool_limit');
      positive('mneme_embedding_batch_duration_seconds_count', { result: 'ok' });
      positive('mneme_embedded_texts_total');
      positive('mneme_query_vectors_total', { source: 'model' });
      positive('mneme_text_pool_threads');
      positive('mneme_vector_index_duration_seconds_count', { operation: 'upsert', result: 'ok' });
      positive('mneme_vector_index_duration_seconds_count', { operation: 'search', result: 'ok' });
      positive('mneme_indexed_memories_total', { by: 'write', result: 'ok' });
      positive('mneme_index_lag_seconds_count');
      positive('mneme_outbox_relay_delay_seconds_count', { handler: 'webhooks' });
      positive('mneme_webhook_delivery_delay_seconds_count');
      positive('mneme_webhook_attempts_total', { result: 'delivered' });
      positive('mneme_http_errors_total', { code: 'RESOURCE_NOT_FOUND' });
      positive('mneme_dependency_up', { dependency: 'database' });
      positive('mneme_dependency_up', { dependency: 'vector index' });
      positive('mneme_dependency_up', { dependency: 'model' });
      expect(valueOf(now, 'mneme_http_requests_under_way')).toBeGreaterThanOrEqual(1);
    });
  });

  it('forget no request that ended: none is under way but this one', async () => {
    await eventually(async () => {
      const now = await readMetrics(sharedServer().url);
      expect(valueOf(now, 'mneme_http_requests_under_way')).toBeLessThan(10);
    });
  });
});
