import type { Principal } from '@mneme/platform/auth';
import type { AppConfig } from '@mneme/platform/config';
import type { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { tenantId } from '@mneme/platform/ids';
import { JwtService } from '@nestjs/jwt';
import { SignJWT, type JWTHeaderParameters } from 'jose';
import type { ApiKeyVerifier } from './api-key.verifier.js';
import type { ApiKey } from '../api-keys/api-key.entity.js';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { claimsToBeServiceToken } from './service-claims.js';
import { ServiceTokens } from './service-tokens.js';

const SECRET = 'a secret of thirty-two bytes or more';
const TENANT = tenantId('tenant-1');
const UUID = '019a0000-0000-7000-8000-000000000001';
const HOUR = 3_600_000;

/** The one key that there is. */
const key: { tenantId: string; revokedAt: Date | null } = { tenantId: TENANT, revokedAt: null };
class OneKey extends ApiKeysRepository {
  override find(): Promise<ApiKey> {
    return Promise.resolve({ ...key, id: UUID, keyId: 'AAAAAAAA' } as ApiKey);
  }
}
const apiKeys = {
  stillUsable: (keyId: string) =>
    keyId === 'AAAAAAAA' && key.revokedAt === null
      ? Promise.resolve({ ...key, id: UUID })
      : Promise.reject(DomainError.authInvalid()),
} as unknown as ApiKeyVerifier;
const database = {
  run: (_: string, work: (tx: unknown) => unknown) => Promise.resolve(work(undefined)),
} as unknown as TenantDb;
const config = { secrets: { keyPepper: SECRET, serviceJwtKey: SECRET }, previousSecrets: {} } as AppConfig;
const tokens = new ServiceTokens(config, new JwtService({}), database, new OneKey(), apiKeys);

const caller = (more: Partial<Principal> = {}): Principal => ({
  tenantId: TENANT,
  scopes: new Set(['read:memories', 'write:memories']),
  kind: 'user',
  keyId: undefined,
  expiresAt: undefined,
  ...more,
});

const HEADER = { alg: 'HS256', typ: 'mneme-service+jwt' };
function forged(
  claims: Record<string, unknown>,
  header: JWTHeaderParameters = HEADER,
  secret: string = SECRET,
): Promise<string> {
  const payload = {
    iss: 'mneme',
    aud: 'mneme-service',
    sub: 'tenant-1',
    scope: 'read:memories',
    exp: Math.floor(Date.now() / 1_000) + 60,
    ...claims,
  };
  return new SignJWT(payload).setProtectedHeader(header).sign(Buffer.from(secret));
}

describe('service tokens', () => {
  beforeEach(() => Object.assign(key, { tenantId: TENANT, revokedAt: null }));

  it('have the tenant and the scopes of the credential, for an hour', async () => {
    const before = Date.now();
    const { token, expiresAt, tenantId: tenant } = await tokens.exchange(caller());
    expect(tenant).toBe(TENANT);
    expect(claimsToBeServiceToken(token)).toBe(true);
    expect(expiresAt.getTime()).toBeGreaterThan(before + HOUR - 2_000);
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + HOUR);
    expect(await tokens.verify(token)).toEqual(caller({ kind: 'service', expiresAt }));
  });

  it('never outlive the credential, nor themselves', async () => {
    const end = new Date(Date.now() + 90_000);
    const first = await tokens.exchange(caller({ expiresAt: end }));
    expect(first.expiresAt.getTime()).toBe(Math.floor(end.getTime() / 1_000) * 1_000);
    const second = await tokens.exchange(await tokens.verify(first.token));
    expect(second.expiresAt).toEqual(first.expiresAt);
  });

  it('are not made from a credential that has ended, leeway or not', async () => {
    const ended = tokens.exchange(caller({ expiresAt: new Date(Date.now() - 1_000) }));
    await expect(ended).rejects.toMatchObject({ kind: 'authInvalid' });
  });

  it('die with the key that they were made from', async () => {
    const { token } = await tokens.exchange(caller({ kind: 'apiKey', keyId: UUID }));
    const principal = await tokens.verify(token);
    expect(principal).toMatchObject({ kind: 'service', keyId: UUID, tenantId: TENANT });
    const { token: again } = await tokens.exchange(principal);
    key.revokedAt = new Date();
    await expect(tokens.verify(token)).rejects.toMatchObject({ kind: 'authInvalid' });
    await expect(tokens.verify(again)).rejects.toMatchObject({ kind: 'authInvalid' });
    await expect(tokens.exchange(principal)).rejects.toMatchObject({ kind: 'authInvalid' });
  });

  it('are refused where the key is not of their tenant', async () => {
    key.tenantId = 'tenant-2';
    await expect(tokens.verify(await forged({ key: 'AAAAAAAA' }))).rejects.toMatchObject({ kind: 'authInvalid' });
  });

  it('are accepted as forged below where nothing is wrong', async () => {
    await expect(tokens.verify(await forged({}))).resolves.toMatchObject({ tenantId: TENANT });
  });

  it.each<[string, () => Promise<string> | string]>([
    ['another secret', () => forged({}, HEADER, 'another secret of thirty-two bytes!!')],
    ['another algorithm', () => forged({}, { ...HEADER, alg: 'HS512' }, SECRET.repeat(2))],
    ['another issuer', () => forged({ iss: 'https://identity.test' })],
    ['another audience', () => forged({ aud: 'mneme' })],
    ['no audience', () => forged({ aud: undefined })],
    ['no end', () => forged({ exp: undefined })],
    ['an end that has passed', () => forged({ exp: Math.floor(Date.now() / 1_000) - 1 })],
    ['no tenant', () => forged({ sub: undefined })],
    ['a bad tenant', () => forged({ sub: 'a b' })],
    ['no scopes', () => forged({ scope: undefined })],
    ['an unknown key', () => forged({ key: 'BBBBBBBB' })],
    [
      'alg none',
      async () => {
        const payload = (await forged({})).split('.')[1] ?? '';
        return `${Buffer.from('{"alg":"none","typ":"mneme-service+jwt"}').toString('base64url')}.${payload}.`;
      },
    ],
  ])('are refused with %s', async (_, make) => {
    const token = await make();
    await expect(tokens.verify(token)).rejects.toMatchObject({ kind: 'authInvalid' });
  });

  it('of the signing key before are accepted, and exchanged for one of the present key', async () => {
    const next = 'the next secret of thirty-two bytes or more';
    const withKeys = (serviceJwtKey: string, previous?: string): ServiceTokens => {
      const previousSecrets = previous === undefined ? {} : { serviceJwtKey: previous };
      const rotated = { secrets: { keyPepper: SECRET, serviceJwtKey }, previousSecrets } as AppConfig;
      return new ServiceTokens(rotated, new JwtService({}), database, new OneKey(), apiKeys);
    };
    const before = await forged({});
    const rotated = withKeys(next, SECRET);
    const { token } = await rotated.exchange(await rotated.verify(before));
    await expect(withKeys(next).verify(token)).resolves.toMatchObject({ tenantId: TENANT });
    await expect(withKeys(next).verify(before)).rejects.toMatchObject({ kind: 'authInvalid' });
    await expect(tokens.verify(token)).rejects.toMatchObject({ kind: 'authInvalid' });
    const refused = [
      forged({ exp: Math.floor(Date.now() / 1_000) - 1 }),
      forged({ aud: 'mneme' }),
      forged({ scope: undefined }),
      forged({}, { ...HEADER, alg: 'HS512' }, SECRET.repeat(2)),
      forged({}, HEADER, 'another secret of thirty-two bytes!!'),
    ];
    for (const each of refused) await expect(rotated.verify(await each)).rejects.toMatchObject({ kind: 'authInvalid' });
  });

  it('are told from other tokens by their type alone', async () => {
    expect(claimsToBeServiceToken(await forged({}, { alg: 'HS256', typ: 'JWT' }))).toBe(false);
    for (const text of ['', 'a', 'a.b.c', '..', 'e30.e30.e30']) expect(claimsToBeServiceToken(text)).toBe(false);
  });
});
