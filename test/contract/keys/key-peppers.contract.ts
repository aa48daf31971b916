import { newApiKey } from '../../../libs/keys/api-keys/api-key-format.js';
import { ApiKeyLookup } from '../../../libs/keys/api-keys/api-key-lookup.js';
import { ApiKeyVerifier } from '../../../libs/keys/credentials/api-key.verifier.js';
import { ApiKeysRepository } from '../../../libs/keys/api-keys/api-keys.repository.js';
import { KeyHasher } from '../../../libs/keys/hashing/key-hasher.js';
import { KeyUses } from '../../../libs/keys/api-keys/key-uses.js';
import type { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const TENANT = tenantId('peppers');
const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map((word) => word.padEnd(32, '.')) as [
  string,
  string,
  string,
];
const REFUSED = { kind: 'authInvalid' };

describe.each(DATABASES)('a change of KEY_PEPPER in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  const keys = new ApiKeysRepository();
  let made = 0;

  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
  }, 180_000);
  afterAll(() => opened.close());

  const hasher = (keyPepper: string, previous?: string): KeyHasher =>
    new KeyHasher({
      secrets: { keyPepper, serviceJwtKey: FIRST },
      previousSecrets: previous === undefined ? {} : { keyPepper: previous },
    } as AppConfig);

  /** What a process with these peppers says of a key, and what it leaves behind when it ends. */
  const verify = async (plainKey: string, ...peppers: [string, string?]): Promise<unknown> => {
    const uses = new KeyUses(tenantDb, keys);
    const verifier = new ApiKeyVerifier(new ApiKeyLookup(tenantDb, keys), hasher(...peppers), uses);
    try {
      const { tenantId: tenant } = await verifier.verify(plainKey, true);
      return tenant;
    } finally {
      await uses.onApplicationShutdown();
    }
  };

  /** @param recorded false: as a release before left it */
  const newKey = async (pepper: string, recorded = true): Promise<{ id: string; plainKey: string }> => {
    const { plainKey, keyId } = newApiKey('production');
    const id = `019a0000-0000-7000-8000-${String(++made).padStart(12, '0')}`;
    const hash = hasher(pepper).hash(plainKey);
    const times = { createdAt: new Date(), expiresAt: null, revokedAt: null, lastUsedAt: null };
    const names = { name: `key ${made}`, environment: 'production' as const, scopes: ['read:memories'] };
    const row = { id, tenantId: TENANT, keyId, ...names, ...times, ...hash, nameReleased: false };
    await tenantDb.run(TENANT, (tx) => keys.insert(tx, recorded ? row : { ...row, pepperId: null }));
    return { id, plainKey };
  };
  const counts = (): Promise<unknown> => tenantDb.run(TENANT, (tx) => keys.countByPepper(tx, TENANT, new Date()));
  const end = (id: string): Promise<unknown> => tenantDb.run(TENANT, (tx) => keys.revoke(tx, TENANT, id, new Date()));

  it('leaves keys valid that were made with the one before, and hashes them again when they are used', async () => {
    const { id, plainKey } = await newKey(FIRST);
    const unused = await newKey(FIRST);
    expect(await counts()).toEqual({ [hasher(FIRST).pepperId]: 2 });
    expect(await verify(plainKey, SECOND, FIRST)).toBe(TENANT);
    expect(await counts()).toEqual({ [hasher(FIRST).pepperId]: 1, [hasher(SECOND).pepperId]: 1 });
    expect(await verify(plainKey, SECOND)).toBe(TENANT);
    await expect(verify(plainKey, FIRST)).rejects.toMatchObject(REFUSED);
    await expect(verify(unused.plainKey, SECOND)).rejects.toMatchObject(REFUSED);
    await end(id);
    await end(unused.id);
    expect(await counts()).toEqual({});
  });

  it('can be made known to every process first: then none refuses what another has hashed', async () => {
    const { id, plainKey } = await newKey(FIRST);
    expect(await verify(plainKey, FIRST, SECOND)).toBe(TENANT);
    expect(await verify(plainKey, SECOND, FIRST)).toBe(TENANT);
    expect(await verify(plainKey, FIRST, SECOND)).toBe(TENANT);
    expect(await verify(plainKey, SECOND, FIRST)).toBe(TENANT);
    expect(await counts()).toEqual({ [hasher(SECOND).pepperId]: 1 });
    await end(id);
  });

  it('is recorded of keys of the release before with their next use', async () => {
    const { id, plainKey } = await newKey(FIRST, false);
    expect(await counts()).toEqual({ '': 1 });
    expect(await verify(plainKey, FIRST)).toBe(TENANT);
    expect(await counts()).toEqual({ [hasher(FIRST).pepperId]: 1 });
    await end(id);
  });

  it('lets in no key of another pepper, no other secret under a known id, and changes nothing for them', async () => {
    const { id, plainKey } = await newKey(THIRD);
    await expect(verify(plainKey, SECOND, FIRST)).rejects.toMatchObject(REFUSED);
    const forged = `${plainKey.slice(0, -7)}${plainKey.at(-7) === 'a' ? 'b' : 'a'}${plainKey.slice(-6)}`;
    await expect(verify(forged, THIRD)).rejects.toMatchObject(REFUSED);
    expect(await counts()).toEqual({ [hasher(THIRD).pepperId]: 1 });
    await end(id);
  });

  it('brings no revoked key back, also where it was used just before', async () => {
    const { id, plainKey } = await newKey(FIRST);
    const uses = new KeyUses(tenantDb, keys);
    const verifier = new ApiKeyVerifier(new ApiKeyLookup(tenantDb, keys), hasher(SECOND, FIRST), uses);
    await verifier.verify(plainKey, true);
    await end(id);
    await uses.onApplicationShutdown();
    const stored = await tenantDb.run(TENANT, (tx) => keys.find(tx, TENANT, id));
    expect([stored?.pepperId, stored?.revokedAt]).toEqual([hasher(SECOND).pepperId, expect.any(Date)]);
    for (const peppers of [[SECOND, FIRST], [SECOND], [FIRST]] as [string, string?][]) {
      await expect(verify(plainKey, ...peppers)).rejects.toMatchObject(REFUSED);
    }
  });
});
