import { newTenant, sharedServer } from '../support/api.js';

describe('GET /metrics', () => {
  const text = async (): Promise<string> => (await fetch(`${sharedServer().url}/metrics`)).text();

  it('is text for Prometheus, without a credential and without an envelope', async () => {
    const response = await fetch(`${sharedServer().url}/metrics`);
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
