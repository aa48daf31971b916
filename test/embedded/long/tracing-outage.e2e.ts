import { Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ServerProcess } from '../../support/service/server-process.js';
import { TraceCollector } from '../../support/trace-collector.js';

const TENANT = '00000000-0000-0000-0000-000000000001';

describe('traces', () => {
  let collector: TraceCollector;
  let server: ServerProcess;
  let api: Api;
  const create = (content: string) => api.post('/api/v1/memories', { content, type: 'event', tenantId: TENANT });
  const start = async (env: Record<string, string>): Promise<void> => {
    server = await ServerProcess.start({ SEED_TEST_TENANT: 'off', ...env });
    api = new Api(server.url, server.ready.developmentKey);
  };
  beforeAll(async () => {
    collector = await TraceCollector.start();
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await collector.stop();
  });

  it('disturb nothing while the collector does not answer or is away, and end in time', async () => {
    collector.silent = true;
    await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` });
    for (let i = 0; i < 20; i++) expect((await create(`memory ${i}`)).status).toBe(201);
    const stopping = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - stopping).toBeLessThan(10_000);
    await server.removeData();

    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:marker@127.0.0.1:9' });
    expect((await create('one more')).status).toBe(201);
    await eventually(async () => {
      expect(server.log.join('')).toContain('traces could not be sent');
      return Promise.resolve();
    }, 20_000);
    expect(server.log.join('')).not.toContain('marker');
    expect(await server.stop()).toBe(0);
  });
});
