import { resolve } from 'node:path';
import { Api } from '../../support/service/api.js';
import { ServerProcess } from '../../support/service/server-process.js';
import { TraceCollector, type CollectedSpan } from '../../support/trace-collector.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = '/api/v1/memories';
const LOCAL = { WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', SEED_TEST_TENANT: 'off' };
const SECRET = 'marker of a secret';
/** Of a client that traces. */
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';
/** Tells what a process has loaded. */
const LOADED = resolve('test/support/service/loaded-modules.cjs');

describe('traces', () => {
  let collector: TraceCollector;
  let receiver: WebhookReceiver;
  let server: ServerProcess;
  let api: Api;
  const traced = (flags = '01'): { headers: Record<string, string> } => ({
    headers: { traceparent: `00-${TRACE}-${CLIENT_SPAN}-${flags}`, 'x-request-id': 'traced-1' },
  });
  const create = (content: string, options = {}) =>
    api.post(MEMORIES, { content, type: 'event', tenantId: TENANT, metadata: { note: 'marker of metadata' } }, options);
  const start = async (env: Record<string, string>): Promise<void> => {
    server = await ServerProcess.start({ ...LOCAL, ...env });
    api = new Api(server.url, server.ready.developmentKey);
  };

  beforeEach(async () => {
    collector = await TraceCollector.start();
    receiver = await WebhookReceiver.start();
  });
  afterEach(async () => {
    await server.stop();
    await server.removeData();
    await receiver.close();
    await collector.stop();
  });

  it('hold everything that one new memory brings about, from the request to the delivery', async () => {
    const headers = 'x-collector-key=marker%20of%20a%20header';
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: headers });
    const hook = { name: 'traced', url: receiver.url(), events: ['memory.created'], secret: SECRET };
    await api.post('/api/v1/webhooks', hook);
    const created = await create('marker of content', traced());
    expect(created.status).toBe(201);
    const [delivery] = await receiver.requests(1);
    const spans = await collector.trace(TRACE, [
      `POST ${MEMORIES}`,
      'database transaction',
      'index memories',
      'embed documents',
      'vector index upsert',
      'relay memory.created',
      'deliver memory.created',
    ]);

    const named = (name: string): CollectedSpan => spans.find((span) => span.name === name)!;
    const parentOf = ({ parentSpanId }: CollectedSpan): string | undefined =>
      spans.find(({ spanId }) => spanId === parentSpanId)?.name;
    const request = named(`POST ${MEMORIES}`);
    expect(request).toMatchObject({
      parentSpanId: CLIENT_SPAN,
      service: 'mneme',
      attributes: {
        'http.request.method': 'POST',
        'http.route': MEMORIES,
        'http.response.status_code': 201,
        'mneme.request_id': 'traced-1',
        'mneme.tenant': TENANT,
      },
    });
    expect(parentOf(named('index memories'))).toBe(request.name);
    // Beside the transaction, not after it.
    expect(parentOf(named('embed documents'))).toBe(request.name);
    expect(parentOf(named('vector index upsert'))).toBe('index memories');
    // The event was made where it was written.
    const writing = spans.find(({ spanId }) => spanId === named('relay memory.created').parentSpanId)!;
    expect([writing.name, parentOf(writing)]).toEqual(['database transaction', request.name]);
    expect(named('deliver memory.created').parentSpanId).toBe(writing.spanId);
    const transactions = spans.filter(({ name }) => name === 'database transaction').map(parentOf);
    expect(new Set(transactions)).toEqual(new Set([request.name, 'vector index upsert']));
    expect(named('deliver memory.created').attributes).toMatchObject({
      'mneme.tenant': TENANT,
      'mneme.attempt': 1,
      'mneme.event_id': delivery!.headers['webhook-id'],
      'http.response.status_code': 200,
    });
    expect(delivery!.headers['traceparent']).toBe(`00-${TRACE}-${named('deliver memory.created').spanId}-01`);

    const sent = collector.bodies.join('\n');
    for (const secret of ['marker', receiver.url(), api.token ?? '', 'SELECT', 'INSERT'])
      expect(sent).not.toContain(secret);
    expect(collector.headers[0]?.['x-collector-key']).toBe('marker of a header');

    const log = server.log.join('');
    expect(log).toContain(`"trace_id":"${TRACE}","span_id":"${request.spanId}"`);
    expect(log).not.toContain('marker');
  });

  it('have one for a search and one for what failed, without what was sent, and none for health and metrics', async () => {
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_SERVICE_NAME: 'mneme-test' };
    await start({ ...named, NODE_OPTIONS: `--require=${LOADED}` });
    await create('the heron stood in the reeds');
    await fetch(`${server.url}/health/ready`);
    await fetch(`${server.url}/metrics`);
    const found = await api.post(`${MEMORIES}/search`, { query: 'marker heron', tenantId: TENANT }, traced());
    expect(found.body.data.results).toHaveLength(1);
    const spans = await collector.trace(TRACE, [`POST ${MEMORIES}/search`, 'embed query', 'vector index search']);
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['mneme-test']));
    const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ name }) => name);
    expect(roots).toEqual([`POST ${MEMORIES}`]);

    await api.get(`${MEMORIES}/mem_01h455vb4pex5vsknk084sn02q?tenantId=${TENANT}`, traced());
    const failed = await collector.trace(TRACE, [`GET ${MEMORIES}/:id`]);
    expect(failed.find(({ name }) => name.startsWith('GET'))).toMatchObject({
      attributes: { 'http.response.status_code': 404, 'error.type': 'RESOURCE_NOT_FOUND' },
      status: 0,
    });
    expect(collector.bodies.join('\n')).not.toContain('marker');
    await server.stop();
    expect(server.log.join('')).toContain('loaded: @opentelemetry/sdk-trace');
  });

  it('keep what the client keeps, and of the others the share that is asked for', async () => {
    const share = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...share });
    await create('not kept by its client', traced('00'));
    await create('of nobody who traces');
    await create('kept by its client', traced());
    await create('with a header that says nothing', { headers: { traceparent: '00-nonsense-01' } });
    await collector.trace(TRACE, [`POST ${MEMORIES}`]);
    expect(await server.stop()).toBe(0);
    expect(collector.spans.filter(({ name }) => name.startsWith('POST'))).toHaveLength(1);
  });

  it('are off where no collector is named: nothing of them is loaded', async () => {
    await start({ OTEL_SERVICE_NAME: 'mneme', NODE_OPTIONS: `--require=${LOADED}` });
    expect((await create('a memory', traced())).status).toBe(201);
    await server.stop();
    // What is loaded is in the log of the test above.
    expect(server.log.join('')).not.toContain('loaded: @opentelemetry/sdk-trace');
    expect(server.log.join('')).not.toContain('trace_id');
  });
});
