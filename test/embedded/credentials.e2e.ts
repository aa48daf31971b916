import { generateKeyPair, SignJWT } from 'jose';
import { Api } from '../support/service/api.js';
import { ServerProcess } from '../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const KEYS = '/api/v1/api-keys';
const ISSUER = 'https://identity.test';
/** Nothing listens there. */
const UNREACHABLE = { JWT_JWKS_URL: 'http://127.0.0.1:9/jwks', JWT_ISSUER: ISSUER };

describe('credentials of a service of one’s own', () => {
  it('are not all lost with the identity provider, and leave their last use behind', async () => {
    const first = await ServerProcess.start(UNREACHABLE);
    const owner = new Api(first.url, first.ready.developmentKey);
    const created = await owner.post(KEYS, { name: 'used', tenantId: TENANT });
    const { plainKey } = created.body.data as { plainKey: string };
    const { privateKey } = await generateKeyPair('ES256');
    const claims = new SignJWT({ sub: TENANT, iss: ISSUER, exp: Math.floor(Date.now() / 1_000) + 60 });
    const token = await claims.setProtectedHeader({ alg: 'ES256', kid: 'x' }).sign(privateKey);
    const user = await new Api(first.url, token).get(KEYS);
    expect([user.status, user.body.errors[0]?.code]).toEqual([502, 'EXTERNAL_SERVICE_ERROR']);
    const before = Date.now();
    expect((await new Api(first.url, plainKey).get(`/api/v1/memories?tenantId=${TENANT}`)).status).toBe(200);
    expect(first.log.join('')).not.toContain(plainKey);
    expect(first.log.join('')).not.toContain(token);
    expect(await first.stop()).toBe(0);

    const second = await ServerProcess.start({}, first.dataDir);
    const { apiKeys } = (await new Api(second.url, second.ready.developmentKey).get(KEYS)).body.data as {
      apiKeys: { name: string; lastUsedAt: string | null }[];
    };
    const lastUsedAt = apiKeys.find(({ name }) => name === 'used')?.lastUsedAt;
    expect(Date.parse(lastUsedAt ?? '')).toBeGreaterThanOrEqual(before - 1);
    await second.stop();
    await second.removeData();
  }, 120_000);
});
