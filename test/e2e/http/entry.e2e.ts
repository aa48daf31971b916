import { sharedServer } from '../../support/service/api.js';

describe('the address alone', () => {
  const url = sharedServer().url;

  it.each(['/', '/api/v1'])('GET %s says where to read on, without a credential', async (path) => {
    const response = await fetch(`${url}${path}`);
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        success: true,
        data: { name: 'Mneme', version: '1.0.0', docs: '/docs', openapi: '/openapi.json', api: '/api/v1' },
      },
    ]);
    expect((await fetch(`${url}${path}`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${url}${path}`, { method: 'POST' })).status).toBe(404);
  });

  it.each(['/api', '/api/v1/', '/health', '/docs/nope'])('GET %s is an unknown route', async (path) => {
    expect((await fetch(`${url}${path}`)).status).toBe(404);
  });
});
