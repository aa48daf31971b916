import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors, jwtVerify, SignJWT } from 'jose';
import { userTokenKeys, type UserTokenKeys } from './user-token-keys.js';

const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }) as string;
const base = { jwksUrl: undefined, publicKey: undefined, issuer: 'https://identity.test', audience: undefined };
const first = generateKeyPairSync('rsa', { modulusLength: 2048 });
const second = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const jwk = ({ publicKey }: { publicKey: KeyObject }, kid: string, alg: string): object => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
});
const signed = (key: KeyObject, alg: string, kid?: string): Promise<string> =>
  new SignJWT({ sub: 'user_1' }).setProtectedHeader(kid === undefined ? { alg } : { alg, kid }).sign(key);
const check = (keys: UserTokenKeys, token: string): Promise<unknown> =>
  jwtVerify(token, keys.keyOf, { algorithms: [...keys.algorithms] });

describe('a static key', () => {
  it.each([
    ['RS256', pem(first.publicKey)],
    ['ES256', pem(second.publicKey)],
  ])('allows %s and nothing else', (algorithm, publicKey) => {
    expect(userTokenKeys({ ...base, publicKey }).algorithms).toEqual([algorithm]);
  });
});

describe('a key set over HTTP', () => {
  let server: Server;
  let url: string;
  let answer: { status: number; body: string; delayMs?: number };
  let requests: number;

  const serve = (...keys: object[]): void => void (answer = { status: 200, body: JSON.stringify({ keys }) });

  beforeEach(async () => {
    requests = 0;
    serve(jwk(first, 'one', 'RS256'));
    server = createServer((_, response) => {
      requests++;
      setTimeout(() => response.writeHead(answer.status).end(answer.body), answer.delayMs ?? 0);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is fetched once for many tokens, also when they come together', async () => {
    const keys = userTokenKeys({ ...base, jwksUrl: url });
    const token = await signed(first.privateKey, 'RS256', 'one');
    await Promise.all(Array.from({ length: 20 }, () => check(keys, token)));
    await check(keys, token);
    expect(requests).toBe(1);
  });

  it('is fetched again for a key id that is new: keys can be rotated', async () => {
    const keys = userTokenKeys({ ...base, jwksUrl: url }, 0);
    await check(keys, await signed(first.privateKey, 'RS256', 'one'));
    serve(jwk(second, 'two', 'ES256'));
    await check(keys, await signed(second.privateKey, 'ES256', 'two'));
    await expect(check(keys, await signed(first.privateKey, 'RS256', 'one'))).rejects.toBeInstanceOf(
      errors.JWKSNoMatchingKey,
    );
  });

  it('is not fetched again and again for made-up key ids', async () => {
    const keys = userTokenKeys({ ...base, jwksUrl: url });
    for (const kid of ['x', 'y', 'z']) {
      const forged = signed(first.privateKey, 'RS256', kid);
      await expect(check(keys, await forged)).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey);
    }
    expect(requests).toBe(1);
  });

  it('does not let a token use a key with another algorithm', async () => {
    const keys = userTokenKeys({ ...base, jwksUrl: url });
    const other = signed(second.privateKey, 'ES256', 'one');
    await expect(check(keys, await other)).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey);
  });

  it.each<[string, typeof answer]>([
    ['fails', { status: 500, body: '' }],
    ['is missing', { status: 404, body: '{}' }],
    ['moves away', { status: 302, body: '' }],
    ['is no JSON', { status: 200, body: '<html>' }],
    ['is no key set', { status: 200, body: '{"keys":1}' }],
    ['does not answer in 3 s', { status: 200, body: '{"keys":[]}', delayMs: 3_500 }],
  ])('that %s is the failure of another service', async (_, broken) => {
    answer = broken;
    const keys = userTokenKeys({ ...base, jwksUrl: url });
    const token = await signed(first.privateKey, 'RS256', 'one');
    await expect(check(keys, token)).rejects.toMatchObject({ kind: 'externalService' });
  });

  it('that cannot be reached is asked again for the next token', async () => {
    const keys = userTokenKeys({ ...base, jwksUrl: url });
    const token = await signed(first.privateKey, 'RS256', 'one');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await expect(check(keys, token)).rejects.toMatchObject({ kind: 'externalService' });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await expect(check(keys, token)).resolves.toBeDefined();
  });
});
