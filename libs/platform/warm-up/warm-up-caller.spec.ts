import fastify, { type FastifyInstance } from 'fastify';
import { tenantId } from '../ids/tenant-id.js';
import { WarmUpCaller } from './warm-up-caller.js';

describe('WarmUpCaller', () => {
  const principal = {
    tenantId: tenantId('probe'),
    scopes: new Set(['read:memories']),
    kind: 'service',
    keyId: undefined,
    expiresAt: undefined,
  } as const;
  let caller: WarmUpCaller;
  let app: FastifyInstance;

  beforeEach(() => {
    caller = new WarmUpCaller();
    app = fastify();
    caller.recognize(app);
    app.get('/', ({ warmUp }) => ({ tenant: warmUp?.tenantId ?? null, scopes: [...(warmUp?.scopes ?? [])] }));
  });

  afterEach(() => app.close());

  const who = async (headers: Record<string, string>): Promise<unknown> =>
    (await app.inject({ url: '/', headers })).json();

  it('knows its own requests', async () => {
    expect(await who(caller.headersFor(principal))).toEqual({ tenant: 'probe', scopes: ['read:memories'] });
  });

  it.each([
    ['no credential', {}],
    ['an empty one', { authorization: '' }],
    ['another token', { authorization: `Bearer ${'A'.repeat(43)}` }],
  ])('takes nobody for itself by %s', async (_, headers) => {
    caller.headersFor(principal);
    expect(await who(headers)).toEqual({ tenant: null, scopes: [] });
  });

  it('knows no token any more once they are revoked', async () => {
    const headers = caller.headersFor(principal);
    caller.revoke();
    expect(await who(headers)).toEqual({ tenant: null, scopes: [] });
  });
});
