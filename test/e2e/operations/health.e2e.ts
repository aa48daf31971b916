import { Api, sharedServer } from '../../support/service/api.js';

describe('GET /health/ready', () => {
  const nobody = new Api(sharedServer().url, undefined);

  it('tells of everything that the service needs, the database first', async () => {
    const { status, body } = await nobody.get('/health/ready');
    expect([status, body.data.status, body.data.degraded]).toEqual([200, 'ok', []]);
    const redis = sharedServer().env['REDIS_URL'] === undefined ? [] : ['redis'];
    expect(body.data.dependencies.map(({ name }: { name: string }) => name)).toEqual([
      'database',
      'model',
      ...redis,
      'vector index',
    ]);
    for (const dependency of body.data.dependencies) {
      expect(dependency).toEqual({ name: expect.any(String), status: 'up', latencyMs: expect.any(Number) });
    }
  });

  it('asks again only after a second, however often it is asked', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => nobody.get('/health/ready')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const latencies = answers.map(({ body }) => JSON.stringify(body.data.dependencies));
    expect(new Set(latencies).size).toBeLessThan(4);
  });
});
