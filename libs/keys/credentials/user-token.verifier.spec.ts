import { createHmac, generateKeyPairSync, randomUUID, sign as signWith, type KeyObject } from 'node:crypto';
import type { AppConfig, JwtConfig } from '@mneme/platform/config';
import type { TenantsService } from '@mneme/usage';
import { SignJWT, type JWTHeaderParameters } from 'jose';
import { ScopeRegistry } from '../api-keys/scope-registry.js';
import { userTokenKeys } from './user-token-keys.js';
import { UserTokenVerifier } from './user-token.verifier.js';

const ISSUER = 'https://identity.test';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }) as string;
const seconds = (offset: number): number => Math.floor(Date.now() / 1_000) + offset;

/** As an issuer gone wrong, or an attacker, may set them. */
type Claims = Record<string, unknown>;

const ensured: string[] = [];
const tenants = { ensure: (tenant: string) => Promise.resolve(void ensured.push(tenant)) } as unknown as TenantsService;

function verifier(jwt: Partial<JwtConfig> | undefined): UserTokenVerifier {
  const settings = jwt && { jwksUrl: undefined, publicKey: undefined, issuer: ISSUER, audience: undefined, ...jwt };
  return new UserTokenVerifier({ jwt: settings } as AppConfig, new ScopeRegistry([]), tenants);
}

function token(
  claims: Claims = {},
  header: JWTHeaderParameters = { alg: 'RS256' },
  key: KeyObject = rsa.privateKey,
): Promise<string> {
  const payload = { iss: ISSUER, sub: 'user_1', exp: seconds(60), ...claims };
  return new SignJWT(payload).setProtectedHeader(header).sign(key);
}

/** Made by hand, since no library makes them. */
function handmade(header: object, payload: object, sign: (input: string) => string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${sign(input)}`;
}

const good = (): object => ({ iss: ISSUER, sub: 'user_1', exp: seconds(60) });
const hmac =
  (secret: string | Buffer, hash = 'sha256') =>
  (input: string): string =>
    createHmac(hash, secret).update(input).digest('base64url');
const refused = { kind: 'authInvalid', message: 'the token is not valid' };

describe("users' tokens against an RSA key", () => {
  const users = verifier({ publicKey: pem(rsa.publicKey) });

  it('speak for the tenant of their subject, with every scope', async () => {
    const exp = seconds(60);
    const tenant = `user_${randomUUID()}`;
    const principal = await users.verify(await token({ sub: tenant, exp }));
    expect(principal).toMatchObject({
      tenantId: tenant,
      kind: 'user',
      keyId: undefined,
      expiresAt: new Date(exp * 1_000),
    });
    expect([...principal.scopes]).toContain('manage:keys');
    expect(ensured).toContain(tenant);
  });

  it.each<[string, () => Claims]>([
    ['expired 2 s ago, within the leeway', () => ({ exp: seconds(-2) })],
    ['valid in 4 s, within the leeway', () => ({ nbf: seconds(4) })],
    ['with an audience where none is asked for', () => ({ aud: 'anything' })],
    ['with an end beyond what a date can hold', () => ({ exp: 1e300 })],
  ])('are accepted %s', async (_, claims) => {
    await expect(users.verify(await token(claims()))).resolves.toMatchObject({ tenantId: 'user_1' });
  });

  it.each<[string, Claims]>([
    ['expired beyond the leeway', { exp: seconds(-7) }],
    ['without exp', { exp: undefined }],
    ['with exp as text', { exp: String(seconds(60)) }],
    ['not valid yet', { nbf: seconds(60) }],
    ['with nbf as text', { nbf: '0' }],
    ['of another issuer', { iss: 'https://elsewhere.test' }],
    ['of an issuer that starts alike', { iss: `${ISSUER}.evil` }],
    ['without issuer', { iss: undefined }],
    ['without subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that is no tenant', { sub: 'a b' }],
    ['with a subject that ends in a line break', { sub: 'user_1\n' }],
    ['with a number as subject', { sub: 1 }],
    ['with a subject of 129 characters', { sub: 'a'.repeat(129) }],
  ])('are refused %s', async (_, claims) => {
    await expect(users.verify(await token(claims))).rejects.toMatchObject(refused);
  });

  it('are refused once they have expired, also if they were accepted before', async () => {
    jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const short = await token({ exp: seconds(20) });
      await users.verify(short);
      jest.advanceTimersByTime(24_000);
      await expect(users.verify(short)).resolves.toMatchObject({ tenantId: 'user_1' });
      jest.advanceTimersByTime(2_000);
      await expect(users.verify(short)).rejects.toMatchObject(refused);
    } finally {
      jest.useRealTimers();
    }
  });

  it.each<[string, () => Promise<string> | string]>([
    ['alg none', () => handmade({ alg: 'none' }, good(), () => '')],
    ['alg None', () => handmade({ alg: 'None' }, good(), () => '')],
    ['no alg', () => handmade({}, good(), () => '')],
    ['alg none and a signature', () => handmade({ alg: 'none' }, good(), hmac('x'))],
    ['HS256 with the public key as secret', () => handmade({ alg: 'HS256' }, good(), hmac(pem(rsa.publicKey)))],
    ['HS256 with the trimmed public key', () => handmade({ alg: 'HS256' }, good(), hmac(pem(rsa.publicKey).trim()))],
    [
      'HS256 with the key in DER',
      () => handmade({ alg: 'HS256' }, good(), hmac(rsa.publicKey.export({ type: 'spki', format: 'der' }))),
    ],
    ['HS512 with the public key', () => handmade({ alg: 'HS512' }, good(), hmac(pem(rsa.publicKey), 'sha512'))],
    ['RS256 without signature', () => handmade({ alg: 'RS256' }, good(), () => '')],
    ["another's RSA key", () => token({}, { alg: 'RS256' }, otherRsa.privateKey)],
    [
      "another's key in the header",
      () => token({}, { alg: 'RS256', jwk: otherRsa.publicKey.export({ format: 'jwk' }) }, otherRsa.privateKey),
    ],
    [
      "a set of another's keys in the header",
      () => token({}, { alg: 'RS256', jku: 'http://127.0.0.1:9/jwks' }, otherRsa.privateKey),
    ],
    ['PS256 with the right key', () => token({}, { alg: 'PS256' })],
    ['RS512 with the right key', () => token({}, { alg: 'RS512' })],
    ['an EC key', () => token({}, { alg: 'ES256' }, ec.privateKey)],
    [
      'a critical header that we do not know',
      () =>
        handmade({ alg: 'RS256', crit: ['x-own'], 'x-own': 1 }, good(), (input) =>
          signWith('sha256', Buffer.from(input), rsa.privateKey).toString('base64url'),
        ),
    ],
  ])('are refused with %s', async (_, make) => {
    await expect(users.verify(await make())).rejects.toMatchObject(refused);
  });

  it('are refused when changed in any part', async () => {
    const [header = '', payload = '', signature = ''] = (await token()).split('.');
    const forged = Buffer.from(JSON.stringify({ ...good(), sub: 'user_2' })).toString('base64url');
    const { privateKey } = otherRsa;
    const otherHeader = (await token({}, { alg: 'RS256', kid: 'x' }, privateKey)).split('.')[0];
    const changed = [
      `${header}.${forged}.${signature}`,
      `${otherHeader}.${payload}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.`,
      `${header}.${payload}.${signature}.e30`,
      `${header}..${signature}`,
      '..',
      'e30.e30.e30',
      'abc',
    ];
    for (const text of changed) await expect(users.verify(text)).rejects.toMatchObject(refused);
  });
});

describe("users' tokens against an EC key", () => {
  const users = verifier({ publicKey: pem(ec.publicKey) });

  it('are accepted with ES256 and refused with RS256', async () => {
    await expect(users.verify(await token({}, { alg: 'ES256' }, ec.privateKey))).resolves.toMatchObject({
      kind: 'user',
    });
    await expect(users.verify(await token())).rejects.toMatchObject(refused);
  });
});

describe("users' tokens with an audience", () => {
  const users = verifier({ publicKey: pem(rsa.publicKey), audience: 'mneme' });

  it.each<[string, unknown]>([
    ['the audience', 'mneme'],
    ['the audience among others', ['other', 'mneme']],
  ])('are accepted with %s', async (_, aud) => {
    await expect(users.verify(await token({ aud }))).resolves.toMatchObject({ kind: 'user' });
  });

  it.each<[string, unknown]>([
    ['none', undefined],
    ['another', 'other'],
    ['an empty list', []],
  ])('are refused with %s', async (_, aud) => {
    await expect(users.verify(await token({ aud }))).rejects.toMatchObject(refused);
  });
});

describe("users' tokens of a provider that withdraws its key", () => {
  it('are refused a minute later at most', async () => {
    jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const users = verifier({ publicKey: pem(rsa.publicKey) });
      const long = await token({ exp: seconds(3_600) });
      await users.verify(long);
      Object.assign(users, { keys: userTokenKeys({ publicKey: pem(otherRsa.publicKey) } as JwtConfig) });
      await expect(users.verify(long)).resolves.toMatchObject({ tenantId: 'user_1' });
      jest.advanceTimersByTime(60_001);
      await expect(users.verify(long)).rejects.toMatchObject(refused);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe("users' tokens where none are configured", () => {
  it('are refused', async () => {
    await expect(verifier(undefined).verify(await token())).rejects.toMatchObject(refused);
  });
});
