import { ReplicaBed } from '../support/faults/replica-bed.js';
import { TraceCollector } from '../support/trace-collector.js';
import { WebhookReceiver } from '../support/webhooks/webhook-receiver.js';

const MEMORIES = '/api/v1/memories';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** An API without jobs and a worker, told apart by OTEL_SERVICE_NAME. */
describe('a trace over several processes', () => {
  let collector: TraceCollector;
  let receiver: WebhookReceiver;
  let bed: ReplicaBed;
  beforeAll(async () => {
    collector = await TraceCollector.start();
    receiver = await WebhookReceiver.start();
    bed = await ReplicaBed.open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  });
  afterAll(async () => {
    await bed.close();
    await receiver.close();
    await collector.stop();
  });

  it('goes on from the process that answers to the one that delivers', async () => {
    const api = await bed.api({ OTEL_SERVICE_NAME: 'mneme-api' });
    await bed.worker({ OTEL_SERVICE_NAME: 'mneme-worker' });
    const tenant = await bed.tenant(api);
    const hook = { name: 'traced', url: receiver.url(), events: ['memory.created'], secret: 'not much of a secret' };
    await tenant.api.post('/api/v1/webhooks', hook);
    const body = { content: 'a memory', type: 'event', tenantId: tenant.tenantId };
    await tenant.api.post(MEMORIES, body, { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } });
    await receiver.requests(1);
    const spans = await collector.trace(TRACE, [`POST ${MEMORIES}`, 'relay memory.created', 'deliver memory.created']);
    const of = (service: string): Set<string> =>
      new Set(spans.filter((span) => span.service === service).map(({ name }) => name));
    expect(of('mneme-worker')).toEqual(new Set(['relay memory.created', 'deliver memory.created']));
    expect(of('mneme-api')).toContain(`POST ${MEMORIES}`);
    expect(of('mneme-api')).toContain('vector index upsert');
    // The job goes on from the transaction of the other process that wrote the event.
    const relay = spans.find(({ name }) => name === 'relay memory.created');
    const writing = spans.find(({ spanId }) => spanId === relay?.parentSpanId);
    expect(writing).toMatchObject({ name: 'database transaction', service: 'mneme-api' });
  });
});
